import { sizeOf, type Artifact } from '../contract/artifact.ts';
import type { Codec, InspectRequest } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Facts, Inspected } from '../contract/facts.ts';
import { withThumbnails } from '../content/raster/inspect/facts.ts';
import { nothingLeft } from '../content/timeline/truncated-stream.ts';
import type { Feature } from '../formats/features.ts';
import { formatOf, type FormatId } from '../formats/index.ts';
import type { Plan } from '../planner/plan.ts';
import { claimOfReader, PROGRESS, type Job } from './job.ts';

/** What only pixels tell: an image may have a channel for it, and nothing in it. */
const TOLD_BY_PIXELS: readonly Feature[] = ['alpha', 'colour', 'depth'];

type How = Partial<Pick<InspectRequest, 'effort' | 'skipPreview' | 'asModel'>>;
type ReaderRequest = How & Pick<InspectRequest, 'effort' | 'salvage' | 'missing'>;

/**
 * Inspects a file with the first reader of its format that understands it: one may know a dialect that others do not. Of
 * truncated audio and video the facts are those of what is left, unless `salvage` forbids it.
 */
export async function inspect(job: Job, source: Artifact, how: How = {}): Promise<Facts> {
  const { effort = job.effort } = how;
  const { salvage } = job.values;
  try {
    return await inspectWithFirst(job, source, { ...how, effort, salvage });
  } catch (error) {
    const isTruncated = error instanceof ConversionError && error.code === 'input_truncated';
    if (!isTruncated || salvage !== undefined || !isPlayed(source.format)) throw error;
    const left = { ...how, effort, salvage: true, missing: error.details };
    return { ...(await inspectWithFirst(job, source, left)), isTruncated: true };
  }
}

/** Audio and video: their codecs take what is left of a file. */
function isPlayed(format: FormatId): boolean {
  return ['audio', 'video'].includes(formatOf(format).family);
}

async function inspectWithFirst(job: Job, source: Artifact, how: ReaderRequest): Promise<Facts> {
  let refusal: ConversionError | undefined;
  let { missing } = how;
  for (const reader of job.engine.registry.readersOf(source.format)) {
    try {
      const facts = await inspectWith(job, reader, source, { ...how, missing });
      if (facts.isUnread) continue;
      job.progress(PROGRESS.inspected);
      return facts;
    } catch (error) {
      if (!(error instanceof ConversionError) || !mayAnotherRead(how, error)) throw error;
      if (error.code === 'input_truncated') missing = error.details;
      refusal ??= error;
    }
  }
  if (refusal) throw missing ? nothingLeft(source.format) : refusal;
  return factsOfUnread(source);
}

/**
 * What the plan needs to know of this file. An image is not decoded twice, once to be inspected and once to be
 * converted, unless its pixels decide whether anything is lost: the first codec previews what it has decoded (see
 * `completeFacts`). Nor is an archive unpacked twice. `outline` is the plan for any file of this format.
 */
export async function inspectForPlan(job: Job, source: Artifact, { steps, kept, to }: Plan): Promise<Facts> {
  const [first] = steps;
  const isPreviewed = first && job.engine.registry.codec(first.codec).previews?.includes(source.format);
  if (!isPreviewed || job.effort !== 'quick')
    return inspect(job, source, { skipPreview: !isComparedByLook(to), asModel: isModel(to) });
  const facts = await inspect(job, source, { effort: 'probe' });
  const isDecided = facts.features.every((feature) => !TOLD_BY_PIXELS.includes(feature) || kept.includes(feature));
  return isDecided ? facts : inspect(job, source);
}

/** Whether readers render files of a format: of other documents they read the text alone. */
function isComparedByLook(format: FormatId): boolean {
  return format === 'pdf' || formatOf(format).family === 'image';
}

export function isModel(format: FormatId): boolean {
  return formatOf(format).family === 'model';
}

/** The facts of a source as verification needs them: found before the conversion, while it ran, or else now. */
export async function completeFacts(
  job: Job,
  source: Artifact,
  known: Facts,
  inspected: Inspected = {},
): Promise<Facts> {
  if (known.depth === 'content') return known;
  if (known.raster)
    return inspected.thumbnails ? withThumbnails(withKnownColours(known), inspected.thumbnails) : inspect(job, source);
  if (inspected.archive) return { ...known, depth: 'content', archive: inspected.archive };
  return known.archive || formatOf(known.format).family !== 'archive' ? known : inspect(job, source);
}

/** Facts of an image that the codec which converts it has looked at: whatever it assumes of inks, the result must show that. */
export function withKnownColours(facts: Facts): Facts {
  if (!facts.raster?.coloursAssumed) return facts;
  const { coloursAssumed: _, ...raster } = facts.raster;
  return { ...facts, raster };
}

/** One reader may know a dialect, or get more out of what is left of a file, than another. */
function mayAnotherRead({ salvage }: ReaderRequest, { code }: ConversionError): boolean {
  return code === 'input_corrupt' || (code === 'input_truncated' && salvage === true);
}

async function inspectWith(job: Job, reader: Codec, artifact: Artifact, how: ReaderRequest): Promise<Facts> {
  const request = { ...job.inspectRequest, ...how };
  const task = { kind: 'inspect', reader: reader.id, artifact, request } as const;
  const { facts } = await job.call(claimOfReader(reader, [artifact]), task);
  return facts;
}

/** What is known of a file that no reader opens: what its format can carry. */
function factsOfUnread(source: Artifact): Facts {
  const { carries } = formatOf(source.format);
  return { format: source.format, sizeBytes: sizeOf(source), reader: '', depth: 'signature', features: carries };
}
