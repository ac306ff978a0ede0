import { saysSame } from '../content/barcode/compare.ts';
import type { BarcodeKindId } from '../content/barcode/kinds.ts';
import type { Artifact } from '../contract/artifact.ts';
import { difference } from '../contract/differences.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Facts } from '../contract/facts.ts';
import type { Expectation, Finding } from '../contract/report.ts';
import { inspect } from './inspect.ts';
import type { Job } from './job.ts';
import { runSteps } from './run-steps.ts';

/** Reads the code of a result again, as any image with a code is read, and compares what it says. */
export async function compareBarcode(
  job: Job,
  source: Facts,
  outputs: readonly Artifact[],
  { options: { barcode = 'any' } }: Expectation,
): Promise<Finding> {
  const kind = barcode === 'any' ? 'qr' : barcode;
  const written = (source.document?.text ?? '').trim();
  const read = await readCode(job, outputs[0]!, kind);
  if (read !== undefined && saysSame(kind, written, read))
    return { name: 'bar code', feature: 'text', ok: true, expected: 'same', found: 'same' };
  return difference('barcode_changed', {}, { expected: written, found: read, feature: 'text' });
}

/** Nothing where the code cannot be read. */
async function readCode(job: Job, image: Artifact, barcode: BarcodeKindId): Promise<string | undefined> {
  const { steps } = job.engine.planner.plan({
    from: image.format,
    to: 'txt',
    options: { barcode },
    allowLoss: 'any',
  });
  try {
    // Bytes go to the worker that takes them: the result stays here.
    const copy = 'bytes' in image ? { ...image, bytes: image.bytes.slice() } : image;
    const { artifacts } = await runSteps(job, [copy], steps);
    const { document } = await inspect(job, artifacts[0]!);
    return document?.text.trim();
  } catch (error) {
    job.signal.throwIfAborted();
    if (error instanceof ConversionError && error.code === 'unsupported_conversion') return undefined;
    throw error;
  }
}
