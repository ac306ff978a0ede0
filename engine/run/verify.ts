import type { Artifact } from '../contract/artifact.ts';
import type { Codec } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Facts, RasterFacts, TrackFacts } from '../contract/facts.ts';
import type { Expectation } from '../contract/report.ts';
import type { Place } from '../contract/samples.ts';
import { showsBarcode } from '../content/barcode/compare.ts';
import { isSeenWhole } from '../content/timeline/image-frames.ts';
import { collectFindings, joinFindings, NO_FINDINGS, type Findings } from '../verify/findings.ts';
import { isRefused } from '../verify/verdict.ts';
import { claimOfReader, type Job } from './job.ts';
import { inOrderOfIndependence } from './independence.ts';
import { compareBarcode } from './verify-barcode.ts';

export interface Verified extends Findings {
  readonly artifacts: readonly Artifact[];
  readonly depth: Facts['depth'];
  /** The codec that read the result, if one did. */
  readonly reader: Codec | undefined;
  /** The reader does not know how one of the outputs is stored: nothing was compared. */
  readonly isUnread?: true;
  /** The tracks of an output that is audio or video. */
  readonly tracks?: readonly TrackFacts[];
  /** What was seen of an output that is an image of a video. */
  readonly image?: RasterFacts;
}

/** What was converted, and what is expected of it. */
export interface VerifyRequest {
  readonly source: Artifact;
  readonly facts: Facts;
  readonly outputs: readonly Artifact[];
  readonly expectation: Expectation;
  /** The codec that wrote the outputs. */
  readonly writer: string | undefined;
}

/** Compares outputs with what is expected of them; what is refused already is not compared further. */
export async function verify(
  job: Job,
  { source, facts, outputs, expectation, writer }: VerifyRequest,
): Promise<Verified> {
  const compared = await compareOutputs(job, facts, outputs, { expectation, writer });
  if (isRefused(compared)) return compared;
  if (showsBarcode(expectation)) return verifyBarcode(job, facts, compared, expectation);
  return compareMoments(job, source, facts, { ...compared, expectation });
}

/** Compares what a bar code says, of which a reader of images knows nothing. */
async function verifyBarcode(job: Job, source: Facts, known: Verified, expectation: Expectation): Promise<Verified> {
  const found = collectFindings([await compareBarcode(job, source, known.artifacts, expectation)]);
  return { ...known, ...joinFindings(known, found), depth: 'content' };
}

/** Compares what a reader finds in the outputs with the source: by another reader than their writer, if there is one. */
export async function compareOutputs(
  job: Job,
  source: Facts,
  outputs: readonly Artifact[],
  { expectation, writer }: Pick<VerifyRequest, 'expectation' | 'writer'>,
): Promise<Verified> {
  const started = performance.now();
  const { registry } = job.engine;
  const readers = registry.readersOf(outputs[0]!.format);
  const [reader, ...others] = inOrderOfIndependence(readers, writer === undefined ? undefined : registry.codec(writer));
  if (!reader) return { ...NO_FINDINGS, artifacts: outputs, depth: 'signature', reader };
  let verified = await compareWith(job, reader, source, outputs, expectation);
  while (verified.isUnread && others.length > 0)
    verified = await compareWith(job, others.shift()!, source, verified.artifacts, expectation);
  const [other] = others;
  // A reader that only counted the frames of an image has not decoded them: then the codec that wrote compares as well.
  if (other && source.raster?.thumbnails && verified.depth === 'structure') {
    const seen = await compareWith(job, other, source, verified.artifacts, expectation);
    const known = verified.checks;
    const further = seen.checks.filter(
      ({ name, ok }) => !known.some((check) => check.name === name && check.ok === ok),
    );
    verified = { ...seen, ...joinFindings(verified, { ...seen, checks: further }), reader: verified.reader };
  }
  job.timings.verified = performance.now() - started;
  return verified;
}

/**
 * Compares frames and audio at moments of the source with those of the result, after `compareOutputs` has found nothing
 * wrong, where a decoder knows both formats. How much is decoded depends on the source alone. `place` tells where the
 * source is in a result that holds others too.
 */
export async function compareMoments(
  job: Job,
  source: Artifact,
  facts: Facts,
  { expectation, place, ...known }: Verified & { readonly expectation: Expectation; readonly place?: Place },
): Promise<Verified> {
  const { artifacts, depth } = known;
  const [output, ...others] = artifacts;
  const { registry } = job.engine;
  // Nothing decodes a score: its notes tell what its recording plays.
  const sampler = registry.samplerOf(...(facts.score ? [] : [source.format]), output!.format);
  const image = !sampler && !place && known.image && isSeenWhole(known.image) ? known.image : undefined;
  const reader = image ? registry.samplerOf(source.format) : sampler;
  if (!reader || others.length > 0 || depth === 'content') return known;
  const started = performance.now();
  const files = { source, output: output! };
  const task = {
    kind: 'sample',
    reader: reader.id,
    ...files,
    facts,
    expectation,
    place,
    tracks: known.tracks ?? [],
    image,
    effort: job.effort === 'full' ? 'full' : 'quick',
  } as const;
  const compared = await job.call(claimOfReader(reader, [source, output!]), task);
  job.timings.verified += performance.now() - started;
  return {
    ...known,
    ...joinFindings(known, compared),
    artifacts: [compared.output],
    depth: compared.isWhole ? 'content' : depth,
  };
}

async function compareWith(
  job: Job,
  reader: Codec,
  source: Facts,
  outputs: readonly Artifact[],
  expectation: Expectation,
): Promise<Verified> {
  const { encrypt, ownerPassword, password } = job.values;
  const request = {
    ...job.inspectRequest,
    password: encrypt ?? ownerPassword ?? password, // what was encrypted opens with its new password
  };
  const task = { kind: 'verify', reader: reader.id, source, outputs, expectation, request } as const;
  const { outputs: artifacts, ...found } = await job
    .call(claimOfReader(reader, outputs), task)
    .catch((error: unknown) => {
      throw isUnreadable(error) ? unreadableOutput(error) : error;
    });
  return { ...found, artifacts, reader };
}

/** A reader says of a file what would be wrong with it as an input. */
function isUnreadable(error: unknown): error is ConversionError {
  return error instanceof ConversionError && (error.code === 'input_corrupt' || error.code === 'input_truncated');
}

function unreadableOutput(cause: ConversionError): ConversionError {
  const message =
    'Verification failed: the result could not be read again. It was discarded. Try again, or convert to another format.';
  return new ConversionError({ code: 'output_not_verified', message }, { cause });
}
