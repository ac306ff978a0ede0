import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createEngine, formatOf } from '../../engine/index.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench } from '../file-bench.ts';
import { DocumentInputs } from '../inputs/documents.ts';
import type { BenchInput } from '../inputs/index.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { Comparison, Figure } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { formatMs, formatRatio } from '../report/format.ts';
import { DOCUMENT_CASES, type DocumentCase } from './document-cases.ts';
import { measureDeadline, measureFastReader, measureMemory, measureStart } from './document-figures.ts';

/** What a person waits for a page at most, once the workers run. */
const ONE_PAGE_MS = 130;
const ONE_PAGE = 'docx → pdf, 1 page';

/**
 * Conversions of documents, file to file and verified, in turns with the native programs that people would use, which
 * start again for every file.
 */
export async function runDocumentSuite(context: SuiteContext): Promise<SuiteContent> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  const inputs = new DocumentInputs(context.directory, engine);
  const { comparisons, skipped } = await compareAll(context, engine, inputs);
  const figures = [
    ...wallFigures(comparisons),
    ...(await measureFastReader(context, inputs)),
    ...(await measureStart(context, inputs)),
    ...(await measureDeadline(context, inputs)),
    ...(await measureMemory(context, inputs)),
  ];
  return { comparisons, figures, skipped };
}

async function compareAll(
  context: SuiteContext,
  engine: ReturnType<typeof createEngine>,
  inputs: DocumentInputs,
): Promise<Pick<FileBench, 'comparisons' | 'skipped'>> {
  await using bench = await FileBench.open(engine, context);
  for (const documentCase of DOCUMENT_CASES) {
    const { source, work, peer, perTurn, rounds } = documentCase;
    const [input, native] = [await inputs.file(source), await bench.find(peer, work)];
    const rivals = native ? [throughNative(native, documentCase, input, context)] : [];
    const comparison = await bench.compare({ work, input, conversion: documentCase, rivals, perTurn, rounds });
    context.log(summaryOf(comparison));
  }
  return bench;
}

/** The suite takes many minutes: what is known is told at once. */
function summaryOf({ work, ours, codec, peers: [peer] }: Comparison): string {
  const own = `${work}: ${formatMs(ours.wallMs.median)}, codec alone ${formatMs(codec!.wallMs.median)}`;
  if (!peer) return own;
  const { wall, user } = peer.ratio;
  return `${own}; ÷ ${peer.name}: wall ${formatRatio(wall)}, user CPU ${formatRatio(user)}`;
}

function throughNative(
  { name, version, program }: InstalledPeer,
  documentCase: DocumentCase,
  input: BenchInput,
  { directory }: SuiteContext,
): Contender {
  const { target, to } = documentCase;
  const fileName = `${basename(input.path, extname(input.path))}.${formatOf(to).extensions[0]}`;
  return {
    name,
    version,
    ...('user' in target && { wanted: 1 / target.user }),
    convert: async (outDir) => {
      const paths = {
        input: input.path,
        output: join(outDir, fileName),
        outDir,
        profileDir: join(directory, `profile-${name}`),
      };
      const sample = await runNative([program, ...documentCase.arguments(paths)], { timeoutMs: TIMEOUT_MS });
      // Some programs end well without having done anything, and a page is a file of its own to others.
      const [made] = await readdir(outDir);
      if (made === undefined) throw new Error(`${name} wrote nothing.`);
      return { sample, path: join(outDir, made) };
    },
  };
}

/** What is wanted of wall time, which a table of CPU times does not show. */
function wallFigures(comparisons: readonly Comparison[]): Figure[] {
  return comparisons.flatMap(({ work, ours, peers: [peer] }) => {
    const { target } = DOCUMENT_CASES.find((documentCase) => documentCase.work === work)!;
    const wait = { name: `${work}, wall time`, value: ours.wallMs.median, unit: 'ms' };
    return [
      ...(work === ONE_PAGE ? [{ ...wait, target: ONE_PAGE_MS }] : []),
      ...(peer && 'wall' in target
        ? [{ name: `${work}: ours ÷ ${peer.name}, wall time`, value: peer.ratio.wall, unit: '×', target: target.wall }]
        : []),
    ];
  });
}
