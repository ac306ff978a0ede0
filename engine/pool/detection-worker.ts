import { ConversionError, type Failure } from '../contract/errors.ts';
import type { InputFile } from '../contract/codec.ts';
import { type ByteSource, confirmSource, detect } from '../formats/detect/index.ts';
import { artifactOf } from '../io/input.ts';
import { takeFileAccess } from '../io/worker-files.ts';
import type { DetectionReply, DetectionTask } from './detection-thread.ts';
import { sealThread } from './seal-thread.ts';

const openJob = takeFileAccess();
sealThread({});

/** Looks into one file and answers with a value, whatever happens. */
export default async function run({ taken, announced }: DetectionTask): Promise<DetectionReply> {
  // Nobody knows the format yet: the files of a job only need one.
  const artifact = artifactOf(taken, taken.fileName ?? '', 'txt');
  try {
    using files = openJob({ inputs: [artifact], maxOutputBytes: 0 });
    const source = sourceOf(files.open(artifact));
    const { fileName } = taken;
    const detection = await (announced === undefined ? detect(source, { fileName }) : confirmSource(source, announced));
    return { ok: true, detection };
  } catch (error) {
    return { ok: false, failure: describe(error) };
  }
}

function sourceOf({ size, read }: InputFile): ByteSource {
  return {
    size,
    async read(position, length) {
      const target = new Uint8Array(Math.max(0, Math.min(length, size - position)));
      return target.subarray(0, read(target, position));
    },
  };
}

function describe(error: unknown): Failure {
  if (error instanceof ConversionError) return { code: error.code, message: error.message, details: error.details };
  return {
    code: 'internal',
    message: 'The file could not be looked into. Try again later.',
    internals: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
