import { copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, type Engine } from '../../engine/index.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench } from '../file-bench.ts';
import type { BenchInput } from '../inputs/index.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { FONT_CASES, FONT_INPUTS, type FontCase } from './font-cases.ts';

/** Fonts packed, unpacked and given other outlines, file to file and verified, in turns with native programs. */
export async function runFontSuite(context: SuiteContext): Promise<SuiteContent> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using bench = await FileBench.open(engine, context);
  for (const fontCase of FONT_CASES) {
    const { work, peer } = fontCase;
    const [input, native] = [await inputOf(fontCase, engine, context.directory), await bench.find(peer, work)];
    const rivals = native ? [throughNative(native, fontCase, input.path)] : [];
    await bench.compare({ work, input, conversion: fontCase, rivals });
  }
  return { comparisons: bench.comparisons, skipped: bench.skipped };
}

/** The font that a case begins with, made by ourselves where it is no TTF. */
async function inputOf({ input, from }: FontCase, engine: Engine, directory: string): Promise<BenchInput> {
  const { description, package: name, file } = FONT_INPUTS[input];
  const source = fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`));
  const path = join(directory, `${input}.${from}`);
  if (from === 'ttf') await copyFile(source, path);
  else {
    const { artifacts } = await engine.convert(source, { to: from });
    const [font] = artifacts;
    if (font && 'bytes' in font) await writeFile(path, font.bytes);
  }
  const { size } = await stat(path);
  return { path, description: `${description}, ${Math.round(size / 1000)} kB` };
}

function throughNative(
  { name, version, program }: InstalledPeer,
  { to, target, command }: FontCase,
  input: string,
): Contender {
  return {
    name,
    version,
    wanted: 1 / target,
    convert: async (outDir) => {
      const path = join(outDir, `font.${to}`);
      const sample = await runNative([program, ...command(input, path)], { timeoutMs: TIMEOUT_MS });
      return { sample, path };
    },
  };
}
