import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import type { Lane } from '../../engine/contract/codec.ts';
import { OPTIONS, type OptionDeclaration, type OptionId, type OptionValues } from '../../engine/formats/options.ts';
import { Planner } from '../../engine/planner/planner.ts';
import { readOffer } from '../matrix/pairs.ts';
import { seededRandom } from '../matrix/random.ts';
import { findSamples, type Samples } from '../matrix/samples.ts';
import { mutate, pick, type Random } from './mutate.ts';

/** A damaged file with what is asked for it: always the same for a seed. */
export interface FuzzCase {
  readonly seed: number;
  /** Name of the file that was changed. */
  readonly sample: string;
  readonly bytes: Uint8Array;
  readonly from: FormatId;
  readonly to: FormatId;
  readonly options: OptionValues;
}

/** Samples larger than this take long and show nothing more. */
const MOST_SAMPLE_BYTES = 300_000;
const MOST_OPTIONS = 3;
/** Share of cases with options. */
const WITH_OPTIONS = 0.5;

/** Makes cases of one lane: files of every format that its codecs open, and every option that these take. */
export class CaseMaker {
  readonly #samples: Samples;
  readonly #planner: Planner;
  /** Formats that the lane opens, with the formats that they become. */
  readonly #targets: ReadonlyMap<FormatId, readonly FormatId[]>;

  private constructor(samples: Samples, planner: Planner, targets: ReadonlyMap<FormatId, readonly FormatId[]>) {
    this.#samples = samples;
    this.#planner = planner;
    this.#targets = targets;
  }

  static async of(lane: Lane): Promise<CaseMaker> {
    const { graph, pairs } = readOffer();
    const samples = await findSamples();
    const planner = new Planner(graph);
    const targets = new Map<FormatId, FormatId[]>();
    for (const [from, to] of pairs) {
      if (!samples.has(from)) continue;
      if (!targets.has(from) && laneOf(planner, from, to) !== lane) continue;
      targets.set(from, [...(targets.get(from) ?? []), to]);
    }
    return new CaseMaker(samples, planner, targets);
  }

  async make(seed: number): Promise<FuzzCase> {
    const random = seededRandom(seed);
    const from = pick(random, [...this.#targets.keys()]);
    const to = pick(random, this.#targets.get(from)!);
    const paths = this.#samples.get(from)!;
    const path = pick(random, paths);
    const other = await readFile(pick(random, paths));
    const bytes = mutate((await readFile(path)).subarray(0, MOST_SAMPLE_BYTES), other, random);
    const options = random() < WITH_OPTIONS ? this.#options(random, from, to) : {};
    return { seed, sample: basename(path), bytes: new Uint8Array(bytes), from, to, options };
  }

  #options(random: Random, from: FormatId, to: FormatId): OptionValues {
    const offered = this.#planner.optionsFor(from, to);
    if (offered.length === 0) return {};
    const chosen = Array.from({ length: 1 + Math.floor(random() * MOST_OPTIONS) }, () => pick(random, offered));
    return Object.fromEntries(chosen.map((option) => [option, valueOf(option, random)]));
  }
}

function laneOf(planner: Planner, from: FormatId, to: FormatId): Lane | undefined {
  try {
    return planner.plan({ from, to }).steps[0]?.lane;
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

const TEXTS = [
  '',
  'a',
  '1',
  '-',
  'é',
  'secret',
  '../x',
  '\u0000',
  '1,2,99999',
  'EPSG:4326',
  'de',
  'x'.repeat(200),
] as const;
const PAGES = ['1', '2-', '1-3,1', '99999', '3-1', '0', 'x'] as const;
const COLOURS = ['#000000', '#ffffff', '#336699'] as const;

/** A value of an option's kind, of which some are outside its range. */
function valueOf(option: OptionId, random: Random): unknown {
  const declaration: OptionDeclaration = OPTIONS[option];
  switch (declaration.type) {
    case 'boolean':
      return random() < 0.5;
    case 'choice':
      return pick(random, declaration.choices);
    case 'colour':
      return pick(random, COLOURS);
    case 'pages':
      return pick(random, PAGES);
    case 'text':
      return pick(random, TEXTS);
    case 'integers':
      return Array.from({ length: 1 + Math.floor(random() * 4) }, () => numberIn(declaration, random, Math.round));
    case 'integer':
      return numberIn(declaration, random, Math.round);
    case 'number':
      return numberIn(declaration, random, (value) => value);
  }
}

/** Mostly near the lower end, where files are small, and now and then an end itself. */
function numberIn(
  { min, max }: { readonly min: number; readonly max: number },
  random: Random,
  round: (value: number) => number,
): number {
  if (random() < 0.2) return pick(random, [min, min + 1, max]);
  return round(min + (max - min) * random() ** 4);
}
