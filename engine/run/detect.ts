import { KiB } from '../contract/limits.ts';
import type { ByteSource, Detection } from '../formats/detect/index.ts';
import { requireFormat } from '../formats/require-format.ts';
import { sizeOfInput, type TakenInput } from '../io/input.ts';
import type { EngineContext } from './context.ts';

/** Detection knows hundreds of signatures: an engine that only plans never loads it. */
const loadDetection = () => import('../formats/detect/index.ts');

/**
 * Bytes of a file that is looked into at once: passing it to another thread takes as long, and what patterns take for
 * text grows with its square in the worst case, which is two milliseconds here.
 */
const QUICK_BYTES = 16 * KiB;

interface DetectionOptions {
  /** What the caller says that the file is. */
  readonly announced?: string;
  readonly signal: AbortSignal;
}

/**
 * The source format: what the content says, or what the caller says unless the content contradicts it. Large texts are
 * looked into by a thread of their own, so that they hold nothing up in this one.
 */
export async function detectFormat(
  { detection: thread }: Pick<EngineContext, 'detection'>,
  taken: TakenInput,
  { announced: name, signal }: DetectionOptions,
): Promise<Detection> {
  const announced = name === undefined ? undefined : requireFormat(name, 'source');
  const isQuick = thread === undefined || sizeOfInput(taken) <= QUICK_BYTES;
  const { detect, confirmSource, detectUnlessText } = await loadDetection();
  const { fileName } = taken;
  if (!isQuick) {
    const found = await withSource(taken, (file) => detectUnlessText(file, { fileName, announced }));
    return found ?? thread.detect({ taken, announced }, signal);
  }
  return withSource(taken, (file) =>
    announced === undefined ? detect(file, { fileName }) : confirmSource(file, announced),
  );
}

async function withSource<T>(taken: TakenInput, detect: (file: ByteSource) => Promise<T>): Promise<T> {
  const { bytesSource, fileSource } = await loadDetection();
  if (!('path' in taken)) return detect(bytesSource(taken.bytes));
  await using file = await fileSource(taken.path);
  return await detect(file);
}
