import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine, type FormatId } from '../../engine/index.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench } from '../file-bench.ts';
import { encodeBook } from '../inputs/book.ts';
import type { BenchInput } from '../inputs/index.ts';
import { runNative } from '../native-process.ts';
import { calibre } from '../peers/calibre.ts';
import type { InstalledPeer } from '../peers/peer.ts';
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
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using bench = await FileBench.open(engine, context);
  const native = await bench.find(calibre, 'books');
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
      const rivals = native ? [throughCalibre(native, to, path)] : [];
      const perTurn = name === 'short' ? 4 : 1;
      await bench.compare({ work: `${from} → ${to}, ${name}`, input, conversion: { to }, rivals, perTurn });
    }
  }
  return { comparisons: bench.comparisons, skipped: bench.skipped };
}

function throughCalibre({ name, version, program }: InstalledPeer, to: FormatId, input: string): Contender {
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
