import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/index.ts';
import { ROOT } from '../support/source-tree.ts';
import type { Failure } from './outcomes.ts';
import { programPath } from './programs.ts';
import type { OutsideCase, OutsideSuite } from './suite.ts';

/** Cases at once: as many as the engine works on, and one that it reads meanwhile. */
const AT_ONCE = 3;

/**
 * Where the files of a suite are: in the data folder, or among the installed packages. Undefined where they are not, or
 * the program that judges is not.
 */
export function rootOf({ folder, program }: OutsideSuite, data: string | undefined): string | undefined {
  if (program !== undefined && programPath(program) === undefined) return undefined;
  if (folder === undefined) return data;
  const places = [...(data === undefined ? [] : [join(data, folder)]), join(ROOT, 'node_modules', folder)];
  return places.find((place) => existsSync(place));
}

/** Runs the cases, and says which fail, in the order of their names. */
export async function failuresOf(cases: readonly OutsideCase[], engine: Engine): Promise<Failure[]> {
  const failures: Failure[] = [];
  const rest = cases.values();
  const runner = async (): Promise<void> => {
    for (const { name, run } of rest) {
      try {
        await run(engine);
      } catch (error) {
        failures.push({ name, message: messageOf(error), by: '', reason: '' });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return failures.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}
