import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CostModel } from '../../engine/contract/codec.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import { MB } from '../../engine/planner/cost-model.ts';
import { findSamples } from '../../test/matrix/samples.ts';
import type { CodecBench } from '../../test/support/codec-bench.ts';
import { median } from '../measure.ts';
import { fitCost, type CostPoint } from './fit.ts';
import { computingTime } from './measure-edge.ts';

/** Files of one format that are read. */
const FILES = 4;
/** Timed readings of each, after an untimed one. */
const TIMED_RUNS = 2;
/** No more readings of a format that has taken so long already. */
const PATIENCE_MS = 1_500;

/** Measures what reading files of each format for comparing takes, by its usual reader. */
export async function measureInspections(bench: CodecBench): Promise<Readonly<Record<string, CostModel>>> {
  const samples = await findSamples();
  const models: [FormatId, CostModel][] = [];
  for (const [format, paths] of samples) {
    const points = await readingTimes(bench, format, paths.slice(0, FILES));
    // What is read takes as long as it is large, unless files say otherwise.
    if (points.length > 0) models.push([format, fitCost(points, { base: 0, perMB: 0 }).model]);
  }
  return Object.fromEntries(models.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readingTimes(bench: CodecBench, format: FormatId, paths: readonly string[]): Promise<CostPoint[]> {
  const started = performance.now();
  const points: CostPoint[] = [];
  for (const path of paths) {
    const artifact = { name: basename(path), format, bytes: new Uint8Array(await readFile(path)) };
    const times: number[] = [];
    try {
      if (!(await bench.inspect(artifact, { effort: 'quick' }))) continue;
      for (let run = 0; run < TIMED_RUNS && performance.now() - started < PATIENCE_MS; run++) {
        times.push((await computingTime(() => bench.inspect(artifact, { effort: 'quick' }))).ms);
      }
    } catch {
      continue; // a sample that is damaged on purpose
    }
    if (times.length > 0) points.push({ sizeMB: artifact.bytes.byteLength / MB, value: median(times) });
  }
  return points;
}
