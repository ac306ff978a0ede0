import type { Warning } from './codec.ts';
import { bytesSource, confirmSource, detect, fileSource } from './formats/detect/index.ts';
import type { FormatId } from './formats/index.ts';
import { requireFormat } from './formats/require-format.ts';
import type { TakenInput } from './io/input.ts';

export interface Identified {
  readonly format: FormatId;
  readonly warnings: readonly Warning[];
}

/** The source format: what the content says, or what the caller says unless the content contradicts it. */
export async function identify(taken: TakenInput, announced: string | undefined): Promise<Identified> {
  await using file = 'path' in taken ? await fileSource(taken.path) : bytesSource(taken.bytes);
  const { fileName } = taken;
  return announced === undefined
    ? await detect(file, { fileName })
    : await confirmSource(file, requireFormat(announced, 'source'), { fileName });
}
