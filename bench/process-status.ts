import { readFile } from 'node:fs/promises';

/** Reads numbers from what Linux says of a process, by their names in `/proc/PID/status`; memory is in bytes. */
export async function processStatus(pid: number): Promise<(name: string) => number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (name) => {
    const [, value, unit] = new RegExp(`^${name}:\\s+(\\d+)(?: (kB))?`, 'm').exec(status)!;
    return Number(value) * (unit === undefined ? 1 : 1024);
  };
}
