import { markdownTable } from '../support/docs-tables.ts';
import { readKept, scoreOf } from './kept.ts';
import { PARTS, sourcesOf } from './parts.ts';

/** A row for each part, and one for all. */
export function mutationTable(): string {
  const kept = readKept();
  const all = Object.keys(PARTS).map((part) => ({ part, paths: sourcesOf(part) }));
  const total = { part: 'all', paths: [...new Set(all.flatMap(({ paths }) => paths))] };
  const rows = [...all, total].map(({ part, paths }) => {
    const run = paths.flatMap((path) => kept.get(path) ?? []);
    const killed = run.reduce((sum, source) => sum + source.killed, 0);
    const left = run.flatMap(({ survivors }) => survivors);
    const unreached = left.filter(({ outcome }) => outcome === 'NoCoverage').length;
    const counts = [paths.length, run.length, killed + left.length, killed, left.length, unreached];
    const share = run.length === 0 ? '' : `${Math.floor(100 * scoreOf(run))} %`;
    return [part, ...counts.map((count) => count.toLocaleString('en')), share];
  });
  const head = ['part', 'sources', 'mutated', 'mutants', 'killed', 'left', 'of these never run', 'share killed'];
  return markdownTable(head, rows);
}
