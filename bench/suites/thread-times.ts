/**
 * Loaded into a program of ours before its own modules: tells the processor time of all its threads when it ends, also of
 * those that ended before it. For Linux, which counts it in hundredths of a second.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';

const THREADS = '/proc/self/task';
const TICK_MS = 10;
const LOOK_EVERY_MS = 20;
/** Fields of `/proc/self/task/ID/stat` behind the name of the thread, which may itself hold spaces. */
const USER_TICKS = 11;

/** User CPU time of one thread, by the name that it had when it was seen last. */
export interface ThreadTime {
  readonly name: string;
  readonly userMs: number;
}

const seen = new Map<string, ThreadTime>();

function look(): void {
  for (const id of readdirSync(THREADS)) {
    try {
      const stat = readFileSync(`${THREADS}/${id}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      seen.set(id, { name, userMs: Number(fields[USER_TICKS]) * TICK_MS });
    } catch {
      // it has ended meanwhile
    }
  }
}

const file = env['THREAD_TIMES'];
if (file !== undefined) {
  setInterval(look, LOOK_EVERY_MS).unref();
  process.on('exit', () => {
    look();
    writeFileSync(file, JSON.stringify([...seen.values()]));
  });
}
