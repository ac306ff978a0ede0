import { createEngine, type Engine } from '../../engine/index.ts';

let shared: Engine | undefined;

/**
 * The engine, as users meet it, of all test files that a process runs: its workers start once, and LibreOffice takes ten
 * seconds for that. It ends with the process.
 */
export function sharedEngine(): Engine {
  return (shared ??= createEngine());
}
