import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/source-tree.ts';
import { markdownTable } from '../support/docs-tables.ts';
import type { RepeatOutcome } from './repeat.ts';
import { idOfStep, type Step } from './steps.ts';

const FILE = join(ROOT, 'corpus/determinism.tsv');
const COLUMNS = ['codec', 'edge', 'from', 'to', 'outcome', 'key', 'detail', 'reason'] as const;

/** What became of a step that was repeated. */
export interface KeptRepeat extends Step {
  readonly outcome: RepeatOutcome;
  /** Made of everything on which the outcome depends: another key means that the step has to run again. */
  readonly key: string;
  readonly detail: string;
  /** Why results differ, written by hand; '' where nobody has looked at it, or nothing differs. */
  readonly reason: string;
}

/** All outcomes that are kept, by the ids of their steps. */
export function readRepeats(): Map<string, KeptRepeat> {
  const [, ...lines] = existsSync(FILE) ? readFileSync(FILE, 'utf8').trimEnd().split('\n') : [];
  const repeats = lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(COLUMNS.map((name, index) => [name, cells[index] ?? ''])) as unknown as KeptRepeat;
  });
  return new Map(repeats.map((repeat) => [idOfStep(repeat), repeat]));
}

/** In the order of their ids, so that a change of one step is a change of one line. */
export function writeRepeats(repeats: Iterable<KeptRepeat>): void {
  const sorted = [...repeats].sort((a, b) => (idOfStep(a) < idOfStep(b) ? -1 : 1));
  const rows = [COLUMNS, ...sorted.map((repeat) => COLUMNS.map((name) => repeat[name]))];
  writeFileSync(FILE, `${rows.map((row) => row.join('\t')).join('\n')}\n`);
}

/** Counts by codec. */
export function determinismTable(): string {
  const repeats = [...readRepeats().values()];
  const outcomes: readonly RepeatOutcome[] = ['identical', 'different', 'refused', 'no sample'];
  const rowOf = (title: string, members: readonly KeptRepeat[]): string[] => [
    title,
    String(members.length),
    ...outcomes.map((outcome) => String(members.filter((member) => member.outcome === outcome).length)),
  ];
  const codecs = [...Map.groupBy(repeats, ({ codec }) => codec)].map(([codec, members]) => rowOf(codec, members));
  return markdownTable(['codec', 'steps', ...outcomes], [...codecs, rowOf('all', repeats)]);
}

/** Steps whose results differ from run to run, and why. */
export function differenceTable(): string {
  const different = [...readRepeats().values()].filter(({ outcome }) => outcome === 'different');
  if (different.length === 0) return 'None.';
  const groups = [...Map.groupBy(different, ({ codec, reason }) => `${codec}\t${reason}`).values()];
  return markdownTable(
    ['codec', 'from and to', 'reason'],
    groups.map((members) => [
      members[0]!.codec,
      members.map(({ from, to }) => `\`${from}\` → \`${to}\``).join(', '),
      members[0]!.reason,
    ]),
  );
}
