import type { ByteSource, Detection } from '../formats/detect/index.ts';
import { requireFormat } from '../formats/require-format.ts';
import type { TakenInput } from '../io/input.ts';

/** Detection knows hundreds of signatures: an engine that only plans never loads it. */
const loadDetection = () => import('../formats/detect/index.ts');

/** The source format: what the content says, or what the caller says unless the content contradicts it. */
export async function detectFormat(taken: TakenInput, announced: string | undefined): Promise<Detection> {
  const { bytesSource, fileSource } = await loadDetection();
  if (!('path' in taken)) return settle(bytesSource(taken.bytes), taken.fileName, announced);
  await using file = await fileSource(taken.path);
  return await settle(file, taken.fileName, announced);
}

async function settle(
  file: ByteSource,
  fileName: string | undefined,
  announced: string | undefined,
): Promise<Detection> {
  const { detect, confirmSource } = await loadDetection();
  return announced === undefined ? detect(file, { fileName }) : confirmSource(file, requireFormat(announced, 'source'));
}
