import { join } from 'node:path';
import type { ObjectStorageConfig } from '../config.ts';
import type { Blobs } from './blobs.ts';
import { DiskBlobs } from './disk/blobs.ts';
import { type SmallFiles, tieredBlobs } from './tiered-blobs.ts';

export interface BlobsConfig {
  readonly objectStorage: ObjectStorageConfig | undefined;
  /** Absolute path. */
  readonly dataDir: string;
}

export interface BlobsOptions {
  /** Where small contents are kept; absent when all of them are kept alike. */
  readonly small: SmallFiles | undefined;
  readonly smallBytes: number;
  readonly now: () => number;
}

/** Opens the configured storage for results, and loads only the code that it needs. */
export async function openBlobs(
  { objectStorage, dataDir }: BlobsConfig,
  { small, ...options }: BlobsOptions,
): Promise<Blobs> {
  if (objectStorage === undefined) return DiskBlobs.open(join(dataDir, 'blobs'));
  const { S3Blobs } = await import('./s3/blobs.ts');
  const large = await S3Blobs.open(objectStorage);
  return small ? tieredBlobs({ small, large, ...options }) : large;
}
