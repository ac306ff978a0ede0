import { join } from 'node:path';
import type { ObjectStorageConfig } from '../config.ts';
import type { Blobs } from './blobs.ts';
import { DiskBlobs } from './disk/blobs.ts';

export interface BlobsConfig {
  readonly objectStorage: ObjectStorageConfig | undefined;
  /** Absolute path. */
  readonly dataDir: string;
}

/** Opens the configured storage for results, and loads only the code that it needs. */
export async function openBlobs({ objectStorage, dataDir }: BlobsConfig): Promise<Blobs> {
  if (objectStorage === undefined) return DiskBlobs.open(join(dataDir, 'blobs'));
  const { S3Blobs } = await import('./s3/blobs.ts');
  return S3Blobs.open(objectStorage);
}
