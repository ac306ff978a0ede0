import {
  bytesSource,
  confirmSource,
  detect,
  fileSource,
  type ByteSource,
  type Detection,
} from './formats/detect/index.ts';
import { requireFormat } from './formats/require-format.ts';
import type { TakenInput } from './io/input.ts';

/** The source format: what the content says, or what the caller says unless the content contradicts it. */
export async function identify(taken: TakenInput, announced: string | undefined): Promise<Detection> {
  if (!('path' in taken)) return settle(bytesSource(taken.bytes), taken.fileName, announced);
  await using file = await fileSource(taken.path);
  return await settle(file, taken.fileName, announced);
}

function settle(file: ByteSource, fileName: string | undefined, announced: string | undefined): Promise<Detection> {
  return announced === undefined ? detect(file, { fileName }) : confirmSource(file, requireFormat(announced, 'source'));
}
