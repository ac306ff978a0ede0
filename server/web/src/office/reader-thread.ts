import { readShownDocument, readShownWorkbook, type Shown } from '../../../../engine/preview/index.ts';

/** What the thread is asked, and what it answers: nothing where the file cannot be read. */
export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly isWorkbook: boolean;
}

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  const { bytes, format, isWorkbook } = data;
  postMessage(readOr(() => (isWorkbook ? readShownWorkbook : readShownDocument)(bytes, format)));
});

function readOr(read: () => Shown): Shown | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
