import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { processStatus } from '../process-status.ts';

/** What a process holds at a moment. */
export interface Holding {
  /** Seconds since the beginning. */
  readonly at: number;
  /** Bytes. */
  readonly memory: number;
  readonly descriptors: number;
  readonly threads: number;
  /** Files below its data directory, and their bytes, without the database. */
  readonly files: number;
}

/** Looks at a process through /proc (Linux). */
export async function observe(pid: number, dataDir: string, at: number): Promise<Holding> {
  const status = await processStatus(pid);
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.db(?:-\w+)?$/.test(entry.name));
  return {
    at,
    memory: status('VmRSS'),
    descriptors: (await readdir(join('/proc', String(pid), 'fd'))).length,
    threads: status('Threads'),
    files: files.length,
  };
}

/** Change of values an hour as a share of their mean, by the line through them that fits best. */
export function slopeAnHour(points: readonly (readonly [seconds: number, value: number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [times, values] = [points.map(([time]) => time), points.map(([, value]) => value)];
  const [middle, level] = [mean(times), mean(values)];
  const along = points.reduce((sum, [time, value]) => sum + (time - middle) * (value - level), 0);
  const squares = times.reduce((sum, time) => sum + (time - middle) ** 2, 0);
  return squares === 0 || level === 0 ? 0 : ((along / squares) * 3600) / level;
}
