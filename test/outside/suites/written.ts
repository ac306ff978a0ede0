import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CORPUS } from '../../../corpus/cases.ts';
import { resolveFormat, type FormatId } from '../../../engine/formats/index.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import { readOffer } from '../../matrix/pairs.ts';
import { convertedUnlessRefused, type OutsideCase } from '../suite.ts';

/** A sample of ours, and what it becomes. */
export interface Way {
  readonly name: string;
  readonly path: string;
  readonly from: FormatId;
  readonly to: FormatId;
}

/** Every sample of ours that becomes a file of this format without consent. */
export function waysTo(to: FormatId): readonly Way[] {
  const sources = new Set(readOffer().pairs.flatMap(([from, target]) => (target === to ? [from] : [])));
  return globSync('sources/*/*', { cwd: CORPUS })
    .sort()
    .map((path) => ({ name: path.slice('sources/'.length), path: join(CORPUS, path), from: formatOf(path), to }))
    .filter((way): way is Way => way.from !== undefined && sources.has(way.from));
}

/** Of these, so many samples of one format for each route through the codecs: others are written by the same code. */
export function waysOfRoutesTo(to: FormatId, samples = Infinity): readonly Way[] {
  const planner = new Planner(readOffer().graph);
  const chosen = new Map<string, FormatId>();
  const ways = waysTo(to).filter(({ from }) => {
    const route = planner.plan({ from, to }).steps.map(({ codec, edge }) => `${codec}/${edge}`);
    const first = chosen.get(route.join(' ')) ?? from;
    chosen.set(route.join(' '), first);
    return first === from;
  });
  return [...Map.groupBy(ways, ({ from }) => from).values()].flatMap((own) => own.slice(0, samples));
}

/** What is refused says nothing of what we write: the matrix has it. */
export function caseOf({ name, path, from, to }: Way, expectValid: (file: Uint8Array) => Promise<void>): OutsideCase {
  return {
    name: `${name} → ${to}`,
    run: async (engine) => {
      const file = await convertedUnlessRefused(engine, path, { from, to });
      if (file) await expectValid(file);
    },
  };
}

const formatOf = (path: string): FormatId | undefined => resolveFormat(basename(dirname(path)));
