import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact } from '../contract/artifact.ts';
import { publicPlan, type Plan } from '../planner/plan.ts';
import type { ConversionResult, ConvertOptions } from './conversion.ts';
import { PROGRESS, type Job } from './job.ts';

export interface Verdict extends Pick<ConversionResult, 'artifacts' | 'files' | 'report'> {
  readonly plan: Plan;
  /** As `performance.now()` counts. */
  readonly started: number;
}

/** Puts verified files where the caller wants them, and says everything about them. */
export async function deliver(
  job: Job,
  { outDir, onProgress }: Pick<ConvertOptions, 'outDir' | 'onProgress'>,
  { started, plan, ...verified }: Verdict,
): Promise<ConversionResult> {
  const artifacts = outDir === undefined ? verified.artifacts : await moveFiles(verified.artifacts, outDir);
  onProgress?.(PROGRESS.delivered);
  return {
    ...verified,
    artifacts,
    plan: publicPlan(plan),
    sourceFormat: plan.from,
    targetFormat: plan.to,
    warnings: job.warnings,
    timings: { total: performance.now() - started, ...job.timings },
  };
}

/** Until here nothing appears in the caller's directory; after a failure nothing stays there. */
export async function moveFiles(artifacts: readonly Artifact[], outDir: string): Promise<readonly Artifact[]> {
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
