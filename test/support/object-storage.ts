import { readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import crypto from 'node:crypto';
import { basename, join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { ObjectStorageConfig } from '../../server/config.ts';
import { S3Blobs } from '../../server/stores/s3/blobs.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const BUCKET = 'results';

// The server encrypts the tokens for further pages of a listing by DES, which OpenSSL 3 has no longer. Triple DES with one
// key three times is the same.
const { createCipheriv, createDecipheriv } = crypto;
const tripled = (key: Buffer): Buffer => Buffer.concat([key, key, key]);
crypto.createCipheriv = ((name: string, key: Buffer, iv: Buffer) =>
  name === 'des' ? createCipheriv('des-ede3-cbc', tripled(key), iv) : createCipheriv(name, key, iv)) as never;
crypto.createDecipheriv = ((name: string, key: Buffer, iv: Buffer) =>
  name === 'des' ? createDecipheriv('des-ede3-cbc', tripled(key), iv) : createDecipheriv(name, key, iv)) as never;

/** A server of object storage in this process, with one empty bucket. */
export interface ObjectStorage extends AsyncDisposable {
  readonly config: ObjectStorageConfig;
  /** The same as the environment of a service. */
  readonly environment: Readonly<Record<string, string>>;
  /** Every request from now on, as `PUT /results/athanor/one?partNumber=1&uploadId=…`. */
  readonly requests: string[];
  /** Called with each request before it is answered. */
  onRequest: ((request: IncomingMessage) => void) | undefined;
  /** Where it keeps the parts of uploads that have neither ended nor been given up. */
  unfinished(): Promise<string[]>;
  /** Names of all that lies there, behind the prefix. */
  keys(): Promise<string[]>;
  /** Deletes one of them. */
  remove(key: string): Promise<void>;
  /** From now on nobody answers. */
  stop(): Promise<void>;
}

export async function objectStorage(): Promise<ObjectStorage> {
  const directory = await temporaryDirectory();
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true },
    directory: directory.path,
    // It takes the slash at the end of a bucket's address off before it signs, which S3 itself does not.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const config: ObjectStorageConfig = {
    endpoint: `http://127.0.0.1:${port}`,
    ...{ bucket: BUCKET, prefix: 'athanor/', region: 'auto', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  };
  const requests: string[] = [];
  const stop = async (): Promise<void> => {
    server.httpServer.closeAllConnections();
    await server.close();
  };
  const storage: ObjectStorage = {
    ...{ config, requests, onRequest: undefined },
    environment: {
      S3_ENDPOINT: config.endpoint,
      S3_BUCKET: config.bucket,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    unfinished: () => findUploads(directory.path, ''),
    async keys() {
      const blobs = await S3Blobs.open(config);
      return (await Array.fromAsync(blobs.list())).map(({ key }) => key);
    },
    async remove(key) {
      const blobs = await S3Blobs.open(config);
      await blobs.delete(key);
    },
    stop,
    async [Symbol.asyncDispose]() {
      if (server.httpServer.listening) await stop();
      await directory[Symbol.asyncDispose]();
    },
  };
  const [answer] = server.httpServer.listeners('request') as [RequestListener];
  server.httpServer.removeAllListeners('request').on('request', async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    storage.onRequest?.(request);
    const uploadId = new URL(request.url!, config.endpoint).searchParams.get('uploadId');
    if (request.method !== 'DELETE' || uploadId === null) return answer(request, response);
    // It does not know how to give up an upload in parts: its own files tell where that lies.
    const [upload] = await findUploads(directory.path, uploadId);
    if (upload !== undefined) await rm(upload, { recursive: true });
    response.writeHead(upload === undefined ? 404 : 204).end();
  });
  return storage;
}

async function findUploads(directory: string, id: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isDirectory() && basename(entry.parentPath).endsWith('uploads'))
    .filter(({ name }) => name.includes(id))
    .map(({ name, parentPath }) => join(parentPath, name));
}
