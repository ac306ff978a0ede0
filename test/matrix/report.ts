import { formatOf } from '../../engine/formats/index.ts';
import { FAMILY_TITLES, markdownTable } from '../support/docs-tables.ts';
import { type KeptResult, rankOf, readKept, usualOf } from './kept.ts';
import { readOffer } from './pairs.ts';
import { FAULTS } from './matrix.ts';

type Results = readonly KeptResult[];

/** Targets of one source that are named in a line. */
const MAX_NAMED = 12;

/** What is counted of results. */
const COUNTED = ['run', 'content', 'structure', 'signature', 'judged from outside', 'refused', 'wrong', 'no sample'];

/** Counts by family of the source, of pairs with their usual sample. */
export function matrixTable(): string {
  const { pairs } = readOffer();
  const kept = readKept();
  const families = Map.groupBy(pairs, ([from]) => formatOf(from).family);
  const rows = [...families].map(([family, members]) => [
    FAMILY_TITLES[family],
    members.length.toLocaleString('en'),
    ...countsOf(members.flatMap(([from, to]) => usualOf(kept, from, to) ?? [])),
  ]);
  const all = pairs.flatMap(([from, to]) => usualOf(kept, from, to) ?? []);
  return markdownTable(
    ['family of the source', 'pairs', ...COUNTED],
    [...rows, ['all', pairs.length.toLocaleString('en'), ...countsOf(all)]],
  );
}

/** The same of the second sample of the formats that are wanted most. */
export function difficultTable(): string {
  const results = [...readKept().values()].filter((result) => rankOf(result) === 'difficult');
  return markdownTable(COUNTED, [countsOf(results)]);
}

function countsOf(results: Results): string[] {
  const verified = results.filter(({ outcome }) => outcome === 'verified');
  const by = (level: string): number => verified.filter((result) => result.verified === level).length;
  const counts = [
    ...[results.length, by('content'), by('structure'), by('signature')],
    verified.filter(({ judge }) => judge !== 'none').length,
    results.filter(({ outcome }) => outcome === 'refused').length,
    results.filter(({ outcome }) => FAULTS.has(outcome)).length,
    results.filter(({ outcome }) => outcome === 'no sample').length,
  ];
  return counts.map((count) => count.toLocaleString('en'));
}

/** Refusals by their codes. */
export function refusalTable(): string {
  const refused = [...readKept().values()].filter(({ outcome }) => outcome === 'refused');
  const codes = [...Map.groupBy(refused, ({ detail }) => codeOf(detail))].sort(([, a], [, b]) => b.length - a.length);
  return markdownTable(
    ['reason', 'pairs', 'for example'],
    codes.map(([code, results]) => [`\`${code}\``, String(results.length), exampleOf(results[0]!)]),
  );
}

/** Everything that is neither verified nor refused by name. */
export function faultTable(): string {
  const faults = [...readKept().values()].filter(({ outcome }) => FAULTS.has(outcome));
  if (faults.length === 0) return 'Nothing.';
  const groups = [
    ...Map.groupBy(faults, ({ from, outcome, detail }) => `${from} ${outcome} ${codeOf(detail)}`).values(),
  ];
  return markdownTable(
    ['from', 'to', 'outcome', 'what is wrong with the first'],
    groups.map((results) => {
      const [first] = results;
      return [`\`${first!.from}\``, namesOf(results), first!.outcome, escapeCell(first!.detail)];
    }),
  );
}

const codeOf = (detail: string): string => /^(\w+):/.exec(detail)?.[1] ?? 'other';
const escapeCell = (text: string): string => text.replaceAll('<', '&lt;');
const exampleOf = ({ from, to, detail }: KeptResult): string => `${from} → ${to}: ${escapeCell(detail)}`;

function namesOf(results: Results): string {
  const names = [...new Set(results.map(({ to }) => `\`${to}\``))];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.slice(0, MAX_NAMED).join(' ')}${more}`;
}
