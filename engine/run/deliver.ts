import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact } from '../contract/artifact.ts';

/** Moves verified files to where the caller wants them; until then nothing appears there. */
export async function deliver(artifacts: readonly Artifact[], outDir: string): Promise<readonly Artifact[]> {
  await mkdir(outDir, { recursive: true });
  const delivered: Artifact[] = [];
  try {
    for (const artifact of artifacts) {
      if (!('path' in artifact)) throw new Error('A result that was asked for as a file came back as bytes.');
      const path = join(outDir, artifact.name);
      await moveFile(artifact.path, path);
      delivered.push({ ...artifact, path });
    }
  } catch (error) {
    for (const artifact of delivered) if ('path' in artifact) await rm(artifact.path, { force: true });
    throw error;
  }
  return delivered;
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(from, to); // the target lies on another file system
    await rm(from);
  }
}
