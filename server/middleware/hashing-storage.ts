import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rm, type WriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type multer from '@koa/multer';

/** What the storage adds to multer's description of a file. */
export interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

interface IncomingFile extends Partial<StoredFile> {
  readonly stream: Readable;
}

/** Multer storage that writes a file under a random name and hashes it in the same pass. */
export function hashingStorage(directory: string): multer.StorageEngine {
  const writers = new WeakMap<object, WriteStream>();
  return {
    _handleFile(_request: IncomingMessage, incoming: unknown, done) {
      const file = incoming as { -readonly [Name in keyof IncomingFile]: IncomingFile[Name] };
      // Known before anything is written, so that an abort at any moment can remove the file.
      const path = join(directory, randomUUID());
      file.path = path;
      const writer = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      writers.set(file, writer);
      const digest = createHash('sha256');
      let size = 0;
      file.stream.on('data', (chunk: Buffer) => {
        digest.update(chunk);
        size += chunk.byteLength;
      });
      // Not pipeline: the abort signal that it makes costs more than the hash of a small file.
      file.stream.pipe(writer);
      file.stream.once('error', (error) => writer.destroy(error));
      file.stream.once('close', () => {
        if (!file.stream.readableEnded) writer.destroy();
      });
      writer.once('error', () => {}); // told by what follows
      writer.once('close', () => {
        if (!writer.writableFinished) {
          const failure = writer.errored ?? new Error('the upload ended early');
          return rm(path, { force: true }, () => done(failure)); // multer removes only what was stored whole
        }
        const stored: StoredFile = { path, size, sha256: digest.digest('hex') };
        return done(null, stored as StoredFile & multer.File);
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
