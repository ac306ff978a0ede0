import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench } from '../file-bench.ts';
import { describeSize, type BenchInput } from '../inputs/index.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { SCENE_CASES, SCENE_INPUTS, type SceneCase } from './scene-cases.ts';

/** A conversion takes a second or more: so many turns are enough. */
const MOST_ROUNDS = 3;

/** Models, maps, music and drawings, file to file and verified, in turns with native programs. */
export async function runSceneSuite(context: SuiteContext): Promise<SuiteContent> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using bench = await FileBench.open(engine, context);
  for (const sceneCase of SCENE_CASES) {
    const { work, peer } = sceneCase;
    const [input, native] = [await inputOf(sceneCase, context.directory), await bench.find(peer, work)];
    const rivals = native ? [throughNative(native, sceneCase, input.path)] : [];
    await bench.compare({ work, input, conversion: sceneCase, rivals, rounds: MOST_ROUNDS });
  }
  return { comparisons: bench.comparisons, skipped: bench.skipped };
}

async function inputOf({ from }: SceneCase, directory: string): Promise<BenchInput> {
  const { description, make } = SCENE_INPUTS[from];
  const path = join(directory, `input.${from}`);
  await writeFile(path, make());
  const { size } = await stat(path);
  return { path, description: `${description}, ${describeSize(size)}` };
}

function throughNative(
  { name, version, program }: InstalledPeer,
  { to, target, command }: SceneCase,
  input: string,
): Contender {
  return {
    name,
    version,
    wanted: 1 / target,
    convert: async (outDir) => {
      const path = join(outDir, `output.${to}`);
      const sample = await runNative([program, ...command(input, path)], { timeoutMs: TIMEOUT_MS });
      return { sample, path };
    },
  };
}
