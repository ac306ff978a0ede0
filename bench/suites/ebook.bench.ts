import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine, type FormatId } from '../../engine/index.ts';
import { CodecBench } from '../../test/support/codec-bench.ts';
import { compareEntrants, throughCodec, throughEngine, TIMEOUT_MS, type Entrant } from '../entrants.ts';
import { encodeBook } from '../inputs/book.ts';
import type { BenchInput } from '../inputs/index.ts';
import { runNative } from '../native-process.ts';
import { calibre } from '../peers/calibre.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { Comparison, Quality, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';

/** The most that ours may take of Calibre's user CPU. */
const TARGET = 0.5;
const BOOKS = [
  { name: 'short', chapters: 2 },
  { name: 'long', chapters: 60 },
] as const;
const PAIRS: readonly (readonly [FormatId, FormatId])[] = [
  ['epub', 'mobi'],
  ['epub', 'azw3'],
  ['mobi', 'epub'],
  ['azw3', 'epub'],
  ['epub', 'fb2'],
];

/** Books, file to file and verified, in turns with Calibre. */
export async function runEbookSuite(context: SuiteContext): Promise<SuiteContent> {
  const outputs = join(context.directory, 'outputs');
  await mkdir(outputs);
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using codecs = new CodecBench();
  const comparisons: Comparison[] = [];
  const skipped: Skipped[] = [];
  const native = await calibre.find();
  if (!native) skipped.push({ work: 'books', reason: 'Calibre is not installed' });
  for (const { name, chapters } of BOOKS) {
    const epub = join(context.directory, `${name}.epub`);
    await writeFile(epub, encodeBook(chapters));
    for (const [from, to] of PAIRS) {
      const path = join(context.directory, `${name}.${from}`);
      if (from !== 'epub') {
        const { artifacts } = await engine.convert(epub, { to: from });
        const [book] = artifacts;
        if (book && 'bytes' in book) await writeFile(path, book.bytes);
      }
      const { size } = await stat(path);
      const input: BenchInput = { path, description: `${chapters} chapters, ${Math.round(size / 1000)} kB` };
      const round = {
        work: `${from} → ${to}, ${name}`,
        input,
        ours: throughEngine(engine, { to }, input, context),
        codec: await throughCodec(engine, codecs, { to }, input),
        rivals: native ? [throughCalibre(native, to, path)] : [],
        perTurn: name === 'short' ? 4 : 1,
        outputs,
        judge: sizeOfFile,
      };
      comparisons.push(await compareEntrants(round, context, skipped));
    }
  }
  return { comparisons, skipped };
}

async function sizeOfFile(path: string): Promise<Quality> {
  return { bytes: (await stat(path)).size };
}

function throughCalibre({ name, version, program }: InstalledPeer, to: FormatId, input: string): Entrant {
  return {
    name,
    version,
    wanted: 1 / TARGET,
    convert: async (outDir) => {
      const path = join(outDir, `book.${to}`);
      return { sample: await runNative([program, input, path], { timeoutMs: TIMEOUT_MS }), path };
    },
  };
}
