import { formatOf, type FormatId } from '../formats/index.ts';
import { detectFormat } from './detect.ts';
import type { Artifact } from '../contract/artifact.ts';
import { artifactOf, takeInput, type TakeOptions } from '../io/input.ts';
import type { Job } from './job.ts';
import { nameWithExtension } from './job.ts';
import type { PlannedStep } from '../planner/plan.ts';

export function isUnpackedForMerge(format: FormatId): boolean {
  return formatOf(format).unpackedToJoin === true;
}

/** Not an edge of the graph: what comes out may be of any format. */
function unpackingOf(format: FormatId): PlannedStep {
  const reader =
    format === 'zip' ? ({ codec: 'zip', lane: 'light' } as const) : ({ codec: 'archive', lane: 'media' } as const);
  return {
    ...reader,
    edge: 'unpack',
    from: format,
    to: format,
    options: {},
    operation: 'extract',
    takes: 'one',
    gives: 'many',
    ms: 10,
    memoryMB: 80,
    cpuSlots: 1,
  };
}

/** The files in an archive, in the order of their names, each as what its content says. */
export async function unpackArchive(
  job: Job,
  archive: Artifact,
  options: Omit<TakeOptions, 'fileName'>,
): Promise<Artifact[]> {
  const files: Artifact[] = [];
  for (const entry of await job.run([archive], [unpackingOf(archive.format)])) {
    const taken = await takeInput('path' in entry ? entry.path : entry.bytes, { ...options, fileName: entry.name });
    const { format } = await detectFormat(taken, undefined);
    files.push(artifactOf(taken, nameWithExtension(entry.name, format), format));
  }
  return files;
}
