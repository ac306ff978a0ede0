import { parse } from 'node:path';
import { sizeOf, type Artifact } from '../contract/artifact.ts';
import type { ConversionResult, ConvertOptions } from './conversion.ts';
import { megabytesOf, type Job } from './job.ts';

/** Several outputs become one ZIP when the caller wants one file. */
export async function packOutputs(
  job: Job,
  artifacts: readonly Artifact[],
  { pack }: Pick<ConvertOptions, 'pack'>,
): Promise<Pick<ConversionResult, 'artifacts' | 'files'>> {
  if (artifacts.length === 1 || pack !== 'zip') return { artifacts };
  const files = artifacts.map((artifact) => ({ name: artifact.name, size: sizeOf(artifact) }));
  const stem = parse(artifacts[0]!.name).name.replace(/-\d+$/, '');
  return { artifacts: await packFiles(job, artifacts, `${stem}.zip`), files };
}

/** Packs files into one ZIP. */
export async function packFiles(job: Job, files: readonly Artifact[], name: string): Promise<readonly Artifact[]> {
  const entries = files.map((file) => file.name);
  const { artifacts } = await job.call(
    { lane: 'light', cpuSlots: 1, memoryMB: megabytesOf(files) },
    { kind: 'pack', inputs: files, entries, name, outDir: await job.outDir() },
  );
  return artifacts;
}
