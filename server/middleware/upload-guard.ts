import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';
import { sizeText } from '../services/size-text.ts';

export interface UploadLimits {
  /** Largest size in bytes of one file, and of all files of a request together. */
  readonly fileBytes: number;
  readonly allFilesBytes: number;
  readonly framingBytes: number;
  readonly uploadBytesPerSecond: number;
  readonly uploadWindowMs: number;
}

export interface UploadGuard extends Disposable {
  /** Rejects as soon as the body is too large or too slow; otherwise it never settles. */
  readonly violated: Promise<never>;
}

/**
 * Watches a request's body while it is received. Multer reports an error only after it has read the rest of the body,
 * so anybody could send without end; and it has no minimum rate.
 */
export function guardUpload(request: IncomingMessage, limits: UploadLimits): UploadGuard {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {}); // whoever races against it sees the rejection
  const maxBytes = limits.allFilesBytes + limits.framingBytes;
  let received = 0;

  const onData = (chunk: Buffer): void => {
    received += chunk.byteLength;
    if (received > maxBytes) reject(bodyTooLarge(limits));
  };
  const endRate = watchRate(
    () => received,
    limits,
    () => reject(uploadTooSlow(limits)),
  );
  const stop = (): void => {
    endRate();
    request.off('data', onData);
  };
  request.on('data', onData);
  request.once('end', stop);
  request.once('close', stop);
  return { violated: promise, [Symbol.dispose]: stop };
}

/** Calls `tooSlow` after each window in which fewer bytes came than must, until the returned function is called. */
export function watchRate(
  receivedBytes: () => number,
  { uploadBytesPerSecond, uploadWindowMs }: Pick<UploadLimits, 'uploadBytesPerSecond' | 'uploadWindowMs'>,
  tooSlow: () => void,
): () => void {
  const least = (uploadBytesPerSecond * uploadWindowMs) / 1000;
  let before = 0;
  const timer = setInterval(() => {
    if (receivedBytes() - before < least) tooSlow();
    before = receivedBytes();
  }, uploadWindowMs);
  timer.unref();
  return () => clearInterval(timer);
}

export function fileTooLarge(limitBytes: number, field = 'file'): ServiceError {
  const message = `The file is larger than the limit of ${sizeText(limitBytes)}. Send a smaller file.`;
  return new ServiceError({ code: 'file_too_large', message, field, details: { limitBytes } });
}

/** Refuses a whole request: one file is too large, or all files together are. */
export function bodyTooLarge({ fileBytes, allFilesBytes: limitBytes }: UploadLimits): ServiceError {
  if (limitBytes === fileBytes) return fileTooLarge(fileBytes);
  const message = `The files together are larger than the limit of ${sizeText(limitBytes)}. Send fewer files at a time.`;
  return new ServiceError({ code: 'file_too_large', message, field: 'file', details: { limitBytes } });
}

export function uploadTooSlow({
  uploadBytesPerSecond,
  uploadWindowMs,
}: Pick<UploadLimits, 'uploadBytesPerSecond' | 'uploadWindowMs'>): ServiceError {
  return new ServiceError({
    code: 'upload_too_slow',
    message:
      `The upload was slower than ${uploadBytesPerSecond} bytes per second for ${uploadWindowMs / 1000} seconds. ` +
      'Try again over a better connection.',
    // The rest of the body is not read, so the connection cannot be used for another request.
    headers: { Connection: 'close' },
  });
}
