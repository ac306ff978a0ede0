import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { converted, expectSame, refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

interface ExpectedCues {
  /** Times in seconds. */
  readonly cues: readonly { readonly startTime: number; readonly endTime: number; readonly text: string }[];
}

/** Start and end in milliseconds, and the text without tags. */
type Cue = readonly [start: number, end: number, text: string];

const TIMES = /^(\d+):(\d\d):(\d\d),(\d{3}) --> (\d+):(\d\d):(\d\d),(\d{3})/;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
};

export const VTT_SUITE: OutsideSuite = {
  id: 'vtt',
  title: 'WebVTT → SubRip: the times and texts of all cues',
  source: 'the repository mozilla/vtt.js on GitHub',
  folder: 'vtt.js',
  cases: async (root) =>
    globSync('tests/**/*.vtt', { cwd: root })
      .sort()
      .flatMap((path) => {
        const expected = globSync(`${path.replace(/\.vtt$/, '')}{,-proc}.json`, { cwd: root });
        const file = expected.find((name) => !name.endsWith('-proc.json')) ?? join(dirname(path), 'bad-data.json');
        return caseOf(root, path, join(root, file));
      }),
};

function caseOf(root: string, path: string, expectation: string): OutsideCase {
  return {
    name: path.replace('tests/', ''),
    run: async (engine) => {
      const { cues } = JSON.parse(await readFile(expectation, 'utf8').catch(() => '{"cues":[]}')) as ExpectedCues;
      const conversion = converted(engine, join(root, path), { from: 'vtt', to: 'srt' });
      // A file that is no WebVTT, or has no cue, may as well be refused.
      if (cues.length === 0) return void (await refusalOf(conversion));
      const expected = cues.map(({ startTime, endTime, text }): Cue => [
        Math.round(startTime * 1000),
        Math.round(endTime * 1000),
        plain(text),
      ]);
      expectSame(cuesOf((await conversion).toString()), expected);
    },
  };
}

function cuesOf(srt: string): Cue[] {
  return srt
    .replaceAll('\r', '')
    .split(/\n\n(?=\d+\n\d+:)/)
    .filter((block) => block.trim() !== '')
    .map((block): Cue => {
      const [, times = '', ...lines] = block.trimStart().split('\n');
      const [, ...parts] = TIMES.exec(times) ?? [];
      const ms = ([hours, minutes, seconds, rest]: readonly string[]): number =>
        ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest);
      return [ms(parts.slice(0, 4)), ms(parts.slice(4)), plain(lines.join('\n'))];
    });
}

/** A voice is written before its text, a place in braces; readings beside characters are left out, which is told. */
function plain(text: string): string {
  return text
    .replaceAll(/<rt[ .>][^]*?(?:<\/rt>|$)/g, '')
    .replaceAll(/<v(?:\.\S*)? ([^>]+)>/g, '$1: ')
    .replaceAll(/\{\\an\d\}/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (reference, name: string) => ENTITIES[name] ?? reference)
    .trim();
}
