import type { Artifact } from '../contract/artifact.ts';
import { checkLimits } from '../contract/check-limits.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Facts } from '../contract/facts.ts';
import { formatOf, type FormatId } from '../formats/index.ts';
import { artifactOf, takeInput, type Input } from '../io/input.ts';
import type { PlannedStep } from '../planner/plan.ts';
import type { EngineContext } from './context.ts';
import type { MergeOptions } from './conversion.ts';
import { detectFormat } from './detect.ts';
import { nameWithExtension } from './file-name.ts';
import { inspect } from './inspect.ts';
import type { Job, Scope } from './job.ts';
import { runSteps } from './run-steps.ts';

/** Archives of which each file is merged on its own. */
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

/** Opens every input and detects its format, in order. */
export async function openAll(
  engine: EngineContext,
  inputs: readonly Input[],
  { fileNames }: MergeOptions,
  scope: Scope,
): Promise<Artifact[]> {
  if (inputs.length === 0) {
    throw new ConversionError({ code: 'empty_file', message: 'There are no files to merge. Send at least one.' });
  }
  const { inputBytes: maxBytes } = engine.limits;
  const sources: Artifact[] = [];
  for (const [index, input] of inputs.entries()) {
    const taken = await takeInput(input, { fileName: fileNames?.[index], maxBytes, ...scope });
    const { format } = await detectFormat(engine, taken, scope);
    const name = taken.fileName ?? nameWithExtension(`file-${index + 1}`, format);
    sources.push(artifactOf(taken, name, format));
  }
  return sources;
}

/** Inspects every source within the limits, in order. An error says of which of several files it is. */
export async function inspectAll(job: Job, sources: readonly Artifact[]): Promise<Facts[]> {
  const facts: Facts[] = [];
  for (const source of sources) {
    try {
      const found = await inspect(job, source);
      checkLimits(found, job.engine.limits);
      facts.push(found);
    } catch (error) {
      throw sources.length === 1 ? error : ofFile(error, source.name);
    }
  }
  return facts;
}

function ofFile(error: unknown, file: string): unknown {
  if (!(error instanceof ConversionError) || error.code === 'aborted') return error;
  const { code, message, details } = error;
  return new ConversionError({ code, message: `${file}: ${message}`, details: { ...details, file } }, { cause: error });
}

/** The files of an archive take its place. */
export async function unpackArchives(job: Job, given: readonly Artifact[]): Promise<Artifact[]> {
  const sources: Artifact[] = [];
  for (const source of given) {
    if (!isUnpackedForMerge(source.format)) {
      sources.push(source);
      continue;
    }
    await inspectAll(job, [source]);
    sources.push(...(await unpackArchive(job, source)));
  }
  return sources;
}

/** The files in an archive, in the order of their names, each with the format that its content has. */
async function unpackArchive(job: Job, archive: Artifact): Promise<Artifact[]> {
  const { inputBytes: maxBytes } = job.engine.limits;
  const { artifacts: entries } = await runSteps(job, [archive], [unpackingOf(archive.format)]);
  const files: Artifact[] = [];
  for (const entry of entries) {
    const content = 'path' in entry ? entry.path : entry.bytes;
    const taken = await takeInput(content, { fileName: entry.name, maxBytes, ...job.scope });
    const { format } = await detectFormat(job.engine, taken, job.scope);
    files.push(artifactOf(taken, nameWithExtension(entry.name, format), format));
  }
  return files;
}
