import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import { CodecBench } from '../../test/support/codec-bench.ts';
import { compareEntrants, throughCodec, throughEngine, TIMEOUT_MS, type Entrant } from '../entrants.ts';
import { ArchiveInputs } from '../inputs/archives.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { Comparison, Quality, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { ARCHIVE_CASES, type ArchiveCase } from './archive-cases.ts';

/** Archives packed and unpacked, file to file and verified, in turns with native programs on one thread. */
export async function runArchiveSuite(context: SuiteContext): Promise<SuiteContent> {
  const outputs = join(context.directory, 'outputs');
  await mkdir(outputs);
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  await using codecs = new CodecBench();
  const inputs = new ArchiveInputs(context.directory, engine);
  const comparisons: Comparison[] = [];
  const skipped: Skipped[] = [];
  for (const archiveCase of ARCHIVE_CASES) {
    const { source, work, peer, perTurn, rounds = context.rounds } = archiveCase;
    const [input, native] = [await inputs.file(source), await peer.find()];
    if (!native) skipped.push({ work, reason: `${peer.name} is not installed` });
    const round = {
      work,
      input,
      ours: throughEngine(engine, archiveCase, input, context),
      codec: await throughCodec(engine, codecs, archiveCase, input),
      rivals: native ? [throughNative(native, archiveCase, input.path, await inputs.folder())] : [],
      perTurn,
      rounds: Math.min(rounds, context.rounds),
      outputs,
      judge: sizeOfFile,
    };
    comparisons.push(await compareEntrants(round, context, skipped));
  }
  return { comparisons, skipped };
}

async function sizeOfFile(path: string): Promise<Quality> {
  return { bytes: (await stat(path)).size };
}

function throughNative(
  { name, version, program }: InstalledPeer,
  { to, target, command }: ArchiveCase,
  input: string,
  folder: string,
): Entrant {
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
