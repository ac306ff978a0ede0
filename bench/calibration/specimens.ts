import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../corpus/case.ts';
import { CORPUS, sourcePath } from '../../corpus/cases.ts';
import type { Codec, EdgeSpec } from '../../engine/contract/codec.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import type { OptionValues } from '../../engine/formats/options.ts';
import { encodeCsv } from '../inputs/csv.ts';
import { encodeJson, encodeJsonLines } from '../inputs/json.ts';
import { loopVideo } from '../inputs/video.ts';
import { encodePdf } from '../inputs/pdf.ts';
import { encodePng, photographPixels } from '../inputs/photograph.ts';
import { encodeWav } from '../inputs/audio.ts';
import { encodeDocx } from '../inputs/word-document.ts';

/** A conversion to measure. */
export interface Specimen {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly name: string;
  readonly options: OptionValues;
  /** A golden case: its result is looked at, for the quality penalty of the edge. */
  readonly golden?: Case;
  readonly read: () => Promise<Uint8Array>;
}

const SHORT_VIDEO = join(CORPUS, 'sources/mp4/h264-aac-tags.mp4');

/** Larger inputs than a corpus should hold, in formats that we can write ourselves. */
const GENERATED: Partial<Record<FormatId, readonly (() => Uint8Array | Promise<Uint8Array>)[]>> = {
  png: [
    () => encodePng(photographPixels(400, 300), 400, 300),
    () => encodePng(photographPixels(1600, 1200), 1600, 1200),
  ],
  wav: [() => encodeWav(5), () => encodeWav(40)],
  mp4: [async () => loopVideo(await readFile(SHORT_VIDEO), 10, 'mp4')],
  mov: [async () => loopVideo(await readFile(SHORT_VIDEO), 10, 'mov')],
  pdf: [() => encodePdf(2), () => encodePdf(20)],
  docx: [() => encodeDocx(2), () => encodeDocx(30)],
  csv: [() => encodeCsv(500), () => encodeCsv(10_000)],
  json: [() => encodeJson(500), () => encodeJson(10_000)],
  ndjson: [() => encodeJsonLines(500), () => encodeJsonLines(10_000)],
};

/** Targets of an edge that each larger input is converted to, spread over its list. */
const TARGETS_OF_GENERATED = 3;

/**
 * What an edge is measured on: generated inputs, which show what size costs, its golden cases, and the other sources of
 * its formats. Of the sources without a case each goes to one target, a different one each time.
 */
export async function specimensOf(codec: Codec, edge: EdgeSpec, cases: readonly Case[]): Promise<Specimen[]> {
  const own = cases.filter((golden) => golden.codec === codec.id && golden.edge === edge.name);
  return [...generated(edge), ...own.map(specimenOfCase), ...(await otherSources(edge, own))];
}

function specimenOfCase(golden: Case): Specimen {
  const { from, to, source, options = {} } = golden;
  return { from, to, name: source, options, golden, read: () => readFile(sourcePath(golden)) };
}

async function otherSources(edge: EdgeSpec, cases: readonly Case[]): Promise<Specimen[]> {
  const specimens: Specimen[] = [];
  for (const from of edge.from) {
    const used = new Set(cases.filter((golden) => golden.from === from).map(({ source }) => source));
    for (const name of await sourcesOf(from)) {
      const to = targetsFrom(edge, from)[specimens.length % Math.max(1, targetsFrom(edge, from).length)];
      if (used.has(name) || to === undefined) continue;
      specimens.push({ from, to, name, options: {}, read: () => readFile(sourcePath({ from, source: name })) });
    }
  }
  return specimens;
}

async function sourcesOf(format: FormatId): Promise<string[]> {
  const folders = await readdir(join(CORPUS, 'sources'));
  return folders.includes(format) ? (await readdir(join(CORPUS, 'sources', format))).sort() : [];
}

function generated(edge: EdgeSpec): Specimen[] {
  return edge.from.flatMap((from) =>
    (GENERATED[from] ?? []).flatMap((make, index) => {
      const targets = targetsFrom(edge, from);
      const step = Math.max(1, Math.ceil(targets.length / TARGETS_OF_GENERATED));
      const chosen = targets.filter((_, position) => position % step === 0);
      const name = `generated ${index + 1}`;
      return chosen.map((to): Specimen => ({ from, to, name, options: {}, read: async () => make() }));
    }),
  );
}

/** Targets of the edge from one source, without those that its exceptions take out. */
function targetsFrom(edge: EdgeSpec, from: FormatId): FormatId[] {
  const absent = new Set(absentPairs(edge));
  return edge.to.filter((to) => to !== from && !absent.has(`${from}>${to}`));
}

/** Pairs (`gif>tiff`) of the group that do not exist. */
export function absentPairs({ except = {} }: EdgeSpec): string[] {
  return Object.entries(except)
    .filter(([, exception]) => exception === 'absent')
    .map(([pair]) => pair);
}
