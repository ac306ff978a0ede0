import { formatOf } from '../../engine/formats/index.ts';
import { FAMILY_TITLES, markdownTable } from '../support/docs-tables.ts';
import { type KeptResult, rankOf, readKept, usualOf } from './kept.ts';
import { type Offer, readOffer } from './pairs.ts';
import { FAULTS } from './matrix.ts';

type Results = readonly KeptResult[];

/** Targets of one source that are named in a line. */
const MAX_NAMED = 12;

/** Counts by family of the source, of pairs with their usual sample. */
export function matrixTable(): string {
  const { pairs, kept } = readMatrix();
  const families = Map.groupBy(pairs, ([from]) => formatOf(from).family);
  const rows = [...families].map(([family, members]) => [
    FAMILY_TITLES[family],
    ...countsOf(
      members.length,
      members.flatMap(([from, to]) => usualOf(kept, from, to) ?? []),
    ),
  ]);
  const all = pairs.flatMap(([from, to]) => usualOf(kept, from, to) ?? []);
  const header = ['family of the source', 'pairs', 'run', 'content', 'structure', 'signature', 'judged from outside'];
  return markdownTable(
    [...header, 'refused', 'wrong', 'no sample'],
    [...rows, ['all', ...countsOf(pairs.length, all)]],
  );
}

/** The same of the second sample of the formats that are wanted most. */
export function difficultTable(): string {
  const results = [...readMatrix().kept.values()].filter((result) => rankOf(result) === 'difficult');
  const header = ['run', 'content', 'structure', 'signature', 'judged from outside', 'refused', 'wrong', 'no sample'];
  return markdownTable(header, [countsOf(0, results).slice(1)]);
}

function countsOf(pairs: number, results: Results): string[] {
  const verified = results.filter(({ outcome }) => outcome === 'verified');
  const by = (level: string): number => verified.filter((result) => result.verified === level).length;
  const counts = [
    ...[pairs, results.length, by('content'), by('structure'), by('signature')],
    verified.filter(({ judge }) => judge !== 'none').length,
    results.filter(({ outcome }) => outcome === 'refused').length,
    results.filter(({ outcome }) => FAULTS.has(outcome)).length,
    results.filter(({ outcome }) => outcome === 'no sample').length,
  ];
  return counts.map((count) => count.toLocaleString('en'));
}

/** Refusals by their codes. */
export function refusalTable(): string {
  const refused = [...readMatrix().kept.values()].filter(({ outcome }) => outcome === 'refused');
  const codes = [...Map.groupBy(refused, ({ detail }) => codeOf(detail))].sort(([, a], [, b]) => b.length - a.length);
  return markdownTable(
    ['reason', 'pairs', 'for example'],
    codes.map(([code, results]) => [`\`${code}\``, String(results.length), exampleOf(results[0]!)]),
  );
}

/** Everything that is neither verified nor refused by name. */
export function faultTable(): string {
  const faults = [...readMatrix().kept.values()].filter(({ outcome }) => FAULTS.has(outcome));
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

function readMatrix(): Pick<Offer, 'pairs'> & { readonly kept: ReadonlyMap<string, KeptResult> } {
  return { pairs: readOffer().pairs, kept: readKept() };
}

const codeOf = (detail: string): string => /^(\w+):/.exec(detail)?.[1] ?? 'other';
const escapeCell = (text: string): string => text.replaceAll('<', '&lt;');
const exampleOf = ({ from, to, detail }: KeptResult): string => `${from} → ${to}: ${escapeCell(detail)}`;

function namesOf(results: Results): string {
  const names = [...new Set(results.map(({ to }) => `\`${to}\``))];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.slice(0, MAX_NAMED).join(' ')}${more}`;
}
