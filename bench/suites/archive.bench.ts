import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench } from '../file-bench.ts';
import { ArchiveInputs } from '../inputs/archives.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { ARCHIVE_CASES, type ArchiveCase } from './archive-cases.ts';

/** Archives packed and unpacked, file to file and verified, in turns with native programs on one thread. */
export async function runArchiveSuite(context: SuiteContext): Promise<SuiteContent> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using bench = await FileBench.open(engine, context);
  const inputs = new ArchiveInputs(context.directory, engine);
  for (const archiveCase of ARCHIVE_CASES) {
    const { source, work, peer, perTurn, rounds } = archiveCase;
    const [input, native] = [await inputs.file(source), await bench.find(peer, work)];
    const rivals = native ? [throughNative(native, archiveCase, input.path, await inputs.folder())] : [];
    await bench.compare({ work, input, conversion: archiveCase, rivals, perTurn, rounds });
  }
  return { comparisons: bench.comparisons, skipped: bench.skipped };
}

function throughNative(
  { name, version, program }: InstalledPeer,
  { to, target, command }: ArchiveCase,
  input: string,
  folder: string,
): Contender {
  return {
    name: `${name} (one thread)`,
    version,
    wanted: 1 / target,
    convert: async (outDir) => {
      const paths = { program, input, folder, outDir, output: join(outDir, `files.${to}`) };
      const sample = await runNative(command(paths), { timeoutMs: TIMEOUT_MS });
      const [made, ...others] = await readdir(outDir);
      if (made === undefined) throw new Error(`${name} wrote nothing.`);
      return others.length === 0 ? { sample, path: join(outDir, made) } : { sample };
    },
  };
}
