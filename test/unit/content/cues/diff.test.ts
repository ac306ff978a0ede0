import { describe, expect, it } from 'vitest';
import { diffCues } from '../../../../engine/content/cues/diff.ts';
import type { CueFacts, Facts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

type Line = readonly [startMs: number, endMs: number, text: string, looks?: string];

const LINES: readonly Line[] = [
  [1000, 2000, 'One'],
  [3000, 4000, 'Two – déjà vu', 'i'],
  [5000, 6000, 'Three'],
  [7000, 8000, 'Two – déjà vu'],
];

function factsOf(lines: readonly Line[], about: Partial<CueFacts> = {}): Facts {
  const cues: CueFacts = {
    count: lines.length,
    resolutionMs: 1,
    startsMs: lines.map(([start]) => start),
    endsMs: lines.map(([, end]) => end),
    texts: lines.map(([, , text]) => text),
    runStyles: lines.map(([, , , runStyles = '']) => runStyles),
    ...about,
  };
  return { format: 'srt', sizeBytes: 1, reader: 'subtitles', depth: 'content', features: ['subtitles', 'look'], cues };
}

const EXPECTATION: Expectation = {
  from: 'vtt',
  to: 'srt',
  kept: ['subtitles', 'text', 'look'],
  lost: [],
  gone: [],
  operations: ['recode'],
  takes: 'one',
  gives: 'one',
  options: {},
};

function kindsOf(found: Facts, changes: Partial<Expectation> = {}, source = factsOf(LINES)): unknown[] {
  return [...diffCues(source, [found], { ...EXPECTATION, ...changes })].map(({ kind, place }) => [kind, place.cue]);
}

const changed = (at: number, change: (line: Line) => Line): readonly Line[] =>
  LINES.map((line, index) => (index === at ? change(line) : line));

describe('cues', () => {
  it('are the same when they are', () => {
    expect(kindsOf(factsOf(LINES))).toEqual([]);
  });

  it('may be rounded as their format rounds', () => {
    const rounded = LINES.map(([start, end, ...rest]): Line => [start + 9, end - 9, ...rest]);
    expect(kindsOf(factsOf(rounded, { resolutionMs: 10 }))).toEqual([]);
  });

  it('may have the name of the speaker in their text, where the source says who speaks', () => {
    const named = factsOf(changed(0, ([start, end, text]) => [start, end, `Ann: ${text}`]));
    expect(kindsOf(named, {}, factsOf(LINES, { speakers: [true, false, false, false] }))).toEqual([]);
    expect(kindsOf(named)).toEqual([['cue_text', 1]]);
  });

  it.each<[string, readonly Line[], readonly unknown[]]>([
    ['missing', LINES.filter((_, at) => at !== 1), [['cue_missing', 2]]],
    ['missing at the end', LINES.slice(0, -1), [['cue_missing', 4]]],
    ['added', [...LINES.slice(0, 2), [4200, 4800, 'More'], ...LINES.slice(2)], [['cue_added', 3]]],
    ['emptied', changed(2, ([start, end]) => [start, end, '']), [['cue_text', 3]]],
    ['later', changed(2, ([start, end, text]) => [start + 500, end + 500, text]), [['cue_shifted', 3]]],
    ['longer', changed(2, ([start, end, text]) => [start, end + 100, text]), [['cue_shifted', 3]]],
    ['in a wrong encoding', changed(3, ([start, end]) => [start, end, 'Two â€“ dÃ©jÃ  vu']), [['encoding_changed', 4]]],
    ['plain', changed(1, ([start, end, text]) => [start, end, text]), [['cue_style', 2]]],
    [
      'exchanged in their texts',
      LINES.map(([start, end, , runStyles], at): Line => [start, end, LINES[[2, 1, 0, 3][at]!]![2], runStyles]),
      [
        ['cue_text', 1],
        ['cue_text', 3],
      ],
    ],
    [
      'all later',
      LINES.map(([start, end, ...rest]): Line => [start + 40, end + 40, ...rest]),
      [1, 2, 3, 4].map((cue) => ['cue_shifted', cue]),
    ],
  ])('that are %s are named', (_name, lines, differences) => {
    expect(kindsOf(factsOf(lines))).toEqual(differences);
  });

  it('are not compared in time where the caller gave the rate', () => {
    const later = factsOf(LINES.map(([start, end, ...rest]): Line => [start + 40, end + 40, ...rest]));
    expect(kindsOf(later, { from: 'sub', options: { fps: 24 } })).toEqual([]);
  });

  it('stay bounded where nothing fits', () => {
    const many = (text: string, at: number): Line[] =>
      Array.from({ length: 10_000 }, (_, index) => [at + index * 1000, at + index * 1000 + 500, `${text} ${index}`]);
    const started = [...diffCues(factsOf(many('a', 0)), [factsOf(many('b', 5e8))], EXPECTATION)];
    expect(started.length).toBeGreaterThan(10_000);
  });
});
