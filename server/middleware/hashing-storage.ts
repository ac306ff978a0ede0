import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createWriteStream, rm, type WriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type multer from '@koa/multer';
import { SMALL_FILE_BYTES, writeSmallFile } from '../small-files.ts';

/** Fields that the storage adds to multer's description of a file. */
export interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

interface IncomingFile extends Partial<StoredFile> {
  readonly stream: Readable;
}

type Done = (error: Error | null, size?: number) => void;

/**
 * Multer storage that writes a file under a random name and hashes it in the same pass. Small files are collected in
 * memory and written at once.
 */
export function hashingStorage(directory: string): multer.StorageEngine {
  const writers = new WeakMap<object, WriteStream>();
  return {
    _handleFile(_request: IncomingMessage, incoming: unknown, done) {
      const file = incoming as { -readonly [Name in keyof IncomingFile]: IncomingFile[Name] };
      // Set before anything is written, so that an abort at any time can remove the file.
      const path = join(directory, randomUUID());
      file.path = path;
      const digest = createHash('sha256');
      const finish: Done = (error, size) => {
        if (error) return done(error);
        const stored = { path, size, sha256: digest.digest('hex') } as StoredFile;
        return done(null, stored as StoredFile & multer.File);
      };
      holdSmall(file.stream, digest, {
        whole(pieces, size) {
          try {
            writeSmallFile(path, pieces);
          } catch (error) {
            return finish(error as Error);
          }
          return finish(null, size);
        },
        tooLarge(pieces) {
          writers.set(file, writeLarge(file.stream, path, { digest, pieces, finish }));
        },
        failed: finish,
      });
    },

    _removeFile(_request, file, done) {
      const remove = (): void => rm(file.path, { force: true }, done as (error: Error | null) => void);
      const writer = writers.get(file);
      if (!writer || writer.closed) return remove();
      writer.once('close', remove);
      writer.destroy();
    },
  };
}

interface Held {
  readonly whole: (pieces: readonly Buffer[], size: number) => void;
  /** The stream continues after these chunks. */
  readonly tooLarge: (pieces: readonly Buffer[]) => void;
  readonly failed: (error: Error) => void;
}

/** Collects and hashes chunks until the stream ends or is too large for memory. */
function holdSmall(stream: Readable, digest: Hash, { whole, tooLarge, failed }: Held): void {
  const pieces: Buffer[] = [];
  let size = 0;
  const onData = (piece: Buffer): void => {
    digest.update(piece);
    pieces.push(piece);
    size += piece.byteLength;
    if (size <= SMALL_FILE_BYTES) return;
    stop();
    tooLarge(pieces);
  };
  const onEnd = (): void => {
    stop();
    whole(pieces, size);
  };
  const onClose = (): void => {
    stop();
    failed(endedEarly());
  };
  const stop = (): void => {
    stream.off('data', onData).off('end', onEnd).off('close', onClose);
  };
  stream.on('data', onData).once('end', onEnd).once('close', onClose).once('error', ignore);
}

interface LargeFile {
  readonly digest: Hash;
  /** Chunks that have already arrived and been hashed. */
  readonly pieces: readonly Buffer[];
  readonly finish: Done;
}

function writeLarge(stream: Readable, path: string, { digest, pieces, finish }: LargeFile): WriteStream {
  const writer = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let size = 0;
  for (const piece of pieces) {
    size += piece.byteLength;
    writer.write(piece);
  }
  stream.on('data', (piece: Buffer) => {
    digest.update(piece);
    size += piece.byteLength;
  });
  // Not pipeline: creating its abort signal takes longer than hashing a small file.
  stream.pipe(writer);
  stream.once('error', (error) => writer.destroy(error));
  stream.once('close', () => {
    if (!stream.readableEnded) writer.destroy();
  });
  writer.once('error', ignore);
  writer.once('close', () => {
    if (writer.writableFinished) return finish(null, size);
    const failure = writer.errored ?? endedEarly();
    return rm(path, { force: true }, () => finish(failure)); // multer removes only files that were stored completely
  });
  return writer;
}

/** The `close` event that follows reports it. */
function ignore(): void {}

function endedEarly(): Error {
  return new Error('the upload ended early');
}
