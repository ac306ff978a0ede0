import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench } from '../file-bench.ts';
import type { BenchInput } from '../inputs/index.ts';
import { writeTable } from '../inputs/tables.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { DATA_CASES, type DataCase, type DataPeer } from './data-cases.ts';

/** Turns of conversions that take a second each: more would only repeat themselves. */
const MOST_ROUNDS = 5;

/** Tables into other formats of data, file to file and verified, in turns with native programs. */
export async function runDataSuite(context: SuiteContext): Promise<SuiteContent> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using bench = await FileBench.open(engine, context);
  for (const dataCase of DATA_CASES) {
    const { work } = dataCase;
    const input = await inputOf(dataCase, context.directory);
    const rivals = await rivalsOf(dataCase, input.path, bench);
    await bench.compare({ work, input, conversion: dataCase, rivals, rounds: MOST_ROUNDS });
  }
  return { comparisons: bench.comparisons, skipped: bench.skipped };
}

async function inputOf({ sizeBytes }: DataCase, directory: string): Promise<BenchInput> {
  const path = join(directory, `table-${sizeBytes}.csv`);
  await writeTable(path, sizeBytes);
  const { size } = await stat(path);
  return { path, description: `a table of six columns, ${Math.round(size / 1e6)} MB` };
}

async function rivalsOf({ work, to, peers }: DataCase, input: string, bench: FileBench): Promise<Contender[]> {
  const rivals: Contender[] = [];
  for (const dataPeer of peers) {
    const installed = await bench.find(dataPeer.peer, work);
    if (installed) rivals.push(throughNative(installed, dataPeer, { input, to }));
  }
  return rivals;
}

function throughNative(
  { name, version, program }: InstalledPeer,
  { command, target }: DataPeer,
  { input, to }: { readonly input: string; readonly to: string },
): Contender {
  return {
    name,
    version,
    ...(target === undefined ? {} : { wanted: 1 / target }),
    convert: async (outDir) => {
      const path = join(outDir, `table.${to}`);
      const sample = await runNative([program, ...command(input, path)], { timeoutMs: TIMEOUT_MS });
      return { sample, path };
    },
  };
}
