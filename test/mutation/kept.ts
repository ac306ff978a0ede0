import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/source-tree.ts';

/** Mutants of a source: how many a test noticed, and those that none did. */
export interface KeptSource {
  readonly path: string;
  /** Of its text: another one has other mutants. */
  readonly sum: string;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

export interface Survivor {
  readonly line: number;
  /** What kind of change it is, as Stryker names it. */
  readonly mutator: string;
  readonly outcome: 'Survived' | 'NoCoverage';
  readonly original: string;
  readonly replacement: string;
}

const FILE = join(ROOT, 'test/mutation/outcomes.tsv');
const DIGITS = 12;

/** What became of the mutants of each source when it was last mutated. */
export function readKept(): Map<string, KeptSource> {
  const kept = new Map<string, KeptSource>();
  if (!existsSync(FILE)) return kept;
  for (const row of readFileSync(FILE, 'utf8').split('\n').slice(1)) {
    const [path = '', first = '', second = '', outcome = '', original = '', replacement = ''] = row.split('\t');
    const source = kept.get(path);
    if (path === '') continue;
    if (!source) kept.set(path, { path, sum: first, killed: Number(second), survivors: [] });
    else {
      const survivor = { line: Number(first), mutator: second, outcome, original, replacement } as Survivor;
      kept.set(path, { ...source, survivors: [...source.survivors, survivor] });
    }
  }
  return kept;
}

/** Each source has a row with its sum and how many were killed, and then a row for each survivor. */
export function writeKept(kept: ReadonlyMap<string, KeptSource>): void {
  const rows = [...kept.values()]
    .filter(({ path }) => existsSync(join(ROOT, path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, sum, killed, survivors }) => [
      [path, sum, String(killed)],
      ...survivors.map(({ line, mutator, outcome, original, replacement }) => [
        ...[path, String(line), mutator, outcome, original, replacement],
      ]),
    ]);
  const head = ['source', 'sum or line', 'killed or mutator', 'outcome', 'original', 'replacement'];
  writeFileSync(FILE, `${[head, ...rows].map((row) => row.join('\t')).join('\n')}\n`);
}

export function sumOfSource(path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
    .slice(0, DIGITS);
}

/** Share of the mutants of these sources that a test noticed, 0 to 1. */
export function scoreOf(sources: readonly KeptSource[]): number {
  const killed = sources.reduce((sum, source) => sum + source.killed, 0);
  const left = sources.reduce((sum, { survivors }) => sum + survivors.length, 0);
  return killed + left === 0 ? 1 : killed / (killed + left);
}
