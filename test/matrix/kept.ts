import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatOf, type FormatId } from '../../engine/formats/index.ts';
import { ROOT } from '../support/source-tree.ts';
import type { Outcome, PairResult } from './matrix.ts';
import type { SampleRank } from './samples.ts';

/** Outcomes of pairs, one file for each family of sources. */
const FOLDER = join(ROOT, 'corpus/matrix');
const COLUMNS = ['from', 'to', 'sample', 'outcome', 'verified', 'judge', 'route', 'key', 'detail'] as const;
const MAX_DETAIL = 160;

/** What became of a pair when it ran last. All fields are text, '' where there is nothing to say. */
export interface KeptResult {
  readonly from: FormatId;
  readonly to: FormatId;
  /** The rank of the sample and its file, as `usual:photo.png`. */
  readonly sample: string;
  readonly outcome: Outcome;
  /** How far the engine's own verification went. */
  readonly verified: string;
  /** Who judged from outside; `none` where nobody could. */
  readonly judge: string;
  readonly route: string;
  /** Made of everything on which the outcome depends: another key means that the pair has to run again. */
  readonly key: string;
  readonly detail: string;
}

export const rankOf = ({ sample }: Pick<KeptResult, 'sample'>): SampleRank => sample.split(':')[0] as SampleRank;

/** Names a pair and the rank of its sample. */
export function idOf({ from, to, sample }: Pick<KeptResult, 'from' | 'to' | 'sample'>): string {
  return `${from} ${to} ${rankOf({ sample })}`;
}

/** What became of a pair with its usual sample, if it has run. */
export function usualOf(kept: ReadonlyMap<string, KeptResult>, from: FormatId, to: FormatId): KeptResult | undefined {
  return kept.get(idOf({ from, to, sample: 'usual:' }));
}

/** Whether a pair that is planned is not to be had from its usual sample: it does not count as advertised. */
export function isRefuted(kept: ReadonlyMap<string, KeptResult>, from: FormatId, to: FormatId): boolean {
  const result = usualOf(kept, from, to);
  return result !== undefined && result.outcome !== 'verified';
}

export function keep(result: PairResult, rank: SampleRank, key: string): KeptResult {
  const { from, to, outcome, sample = '', verified = '', judge = '', route = '', detail = '' } = result;
  return {
    ...{ from, to, sample: `${rank}:${sample}`, outcome, verified, judge, route, key },
    detail: oneLine(detail),
  };
}

/** Without line breaks, tabs and the names of temporary files, which differ from run to run. */
function oneLine(text: string): string {
  const plain = text.replaceAll(tmpdir(), '').replaceAll(ROOT, '').replaceAll(/\s+/g, ' ');
  return plain.length > MAX_DETAIL ? `${plain.slice(0, MAX_DETAIL - 1)}…` : plain;
}

/** All outcomes that are kept, by their ids. */
export function readKept(): Map<string, KeptResult> {
  const files = (existsSync(FOLDER) ? readdirSync(FOLDER) : []).filter((name) => name.endsWith('.tsv'));
  const results = files.flatMap((name) => parseKept(readFileSync(join(FOLDER, name), 'utf8')));
  return new Map(results.map((result) => [idOf(result), result]));
}

export function parseKept(text: string): KeptResult[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(COLUMNS.map((name, index) => [name, cells[index] ?? ''])) as unknown as KeptResult;
  });
}

/** In the order of their ids, so that a change of one pair is a change of one line. */
export function formatKept(results: Iterable<KeptResult>): string {
  const lines = [...results].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return `${[COLUMNS, ...lines.map((result) => COLUMNS.map((name) => result[name]))].map((row) => row.join('\t')).join('\n')}\n`;
}

/** Writes all outcomes to the files of their families. */
export function writeKept(results: Iterable<KeptResult>): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const [family, members] of Map.groupBy(results, ({ from }) => formatOf(from).family))
    writeFileSync(join(FOLDER, `${family}.tsv`), formatKept(members));
}
