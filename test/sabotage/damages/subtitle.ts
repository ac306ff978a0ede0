import type { Damage, Scenario } from '../scenario.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

type Change = (text: string) => string;

function ofText(name: string, harm: Damage['harm'], change: Change): Damage {
  return { name, harm, apply: (bytes) => encode(change(decode(bytes))) };
}

/** What separates and times the cues of a format written as blocks. */
interface Blocks {
  /** The text of a block begins behind its line of times. */
  readonly time: RegExp;
}

const BLOCKS: Readonly<Partial<Record<Scenario['to'], Blocks>>> = {
  srt: { time: /^\d+:\d\d:\d\d,\d{3} --> /m },
  vtt: { time: /^(\d+:)?\d\d:\d\d\.\d{3} --> /m },
  sbv: { time: /^\d+:\d\d:\d\d\.\d{3},/m },
};

interface Cue {
  readonly head: string;
  readonly text: string;
}

/** Changes the cues of a file of blocks; what stands before the first stays. */
function ofCues(to: Scenario['to'], change: (cues: Cue[]) => Cue[]): Change {
  const { time } = BLOCKS[to]!;
  return (file) => {
    const blocks = file.split(/\n\n+/);
    const isCue = (block: string): boolean => time.test(block);
    const before = blocks.slice(0, blocks.findIndex(isCue));
    const cues = blocks.filter(isCue).map((block): Cue => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => time.test(line)) + 1;
      return { head: lines.slice(0, at).join('\n'), text: lines.slice(at).join('\n') };
    });
    return [...before, ...change(cues).map(({ head, text }) => `${head}\n${text}`.trimEnd())].join('\n\n') + '\n';
  };
}

const withTexts = (cues: readonly Cue[], texts: (index: number) => string): Cue[] =>
  cues.map((cue, index) => ({ ...cue, text: texts(index) }));

/** UTF-8 that is read as a code page, and written as UTF-8 again. */
function mojibake(text: string): string {
  return new TextDecoder('windows-1252').decode(encode(text));
}

function ofBlocks(to: Scenario['to']): Damage[] {
  const cue = (name: string, harm: Damage['harm'], change: (cues: Cue[]) => Cue[]): Damage =>
    ofText(name, harm, ofCues(to, change));
  return [
    cue('texts of two cues exchanged', 'order', (cues) => {
      const other = cues.findIndex(({ text }) => text !== cues[0]!.text);
      return withTexts(cues, (at) => cues[at === 0 ? other : at === other ? 0 : at]!.text);
    }),
    cue('all texts one cue later', 'order', (cues) =>
      withTexts(cues, (at) => cues[(at + cues.length - 1) % cues.length]!.text),
    ),
    cue('one cue emptied', 'text', (cues) => withTexts(cues, (at) => (at === 1 ? '' : cues[at]!.text))),
    cue('one cue of a full stop', 'text', (cues) => withTexts(cues, (at) => (at === 1 ? '.' : cues[at]!.text))),
    cue('first cue missing', 'cue', (cues) => cues.slice(1)),
    cue('last cue missing', 'cue', (cues) => cues.slice(0, -1)),
    cue('a cue twice', 'cue', (cues) => [cues[0]!, ...cues]),
    cue('two cues merged', 'cue', (cues) => [
      { head: cues[0]!.head, text: `${cues[0]!.text}\n${cues[1]!.text}` },
      ...cues.slice(2),
    ]),
    cue('second lines missing', 'text', (cues) => withTexts(cues, (at) => cues[at]!.text.split('\n')[0]!)),
    cue('last word missing', 'text', (cues) => withTexts(cues, (at) => cues[at]!.text.replace(/\s*\S+$/, ''))),
    // Those of `{\\an8}` say where a cue stands.
    cue('every digit changed', 'number', (cues) =>
      withTexts(cues, (at) => cues[at]!.text.replaceAll(/\d(?![^{]*\})/g, (digit) => String((Number(digit) + 1) % 10))),
    ),
    cue('letters in upper case', 'text', (cues) => withTexts(cues, (at) => cues[at]!.text.toUpperCase())),
    cue('styles lost', 'style', (cues) => withTexts(cues, (at) => cues[at]!.text.replaceAll(/<\/?[biu]>/g, ''))),
    cue('tags shown as text', 'text', (cues) => withTexts(cues, (at) => cues[at]!.text.replaceAll('<', '&lt;'))),
    ofText('code page', 'text', mojibake),
    ofText('accents lost', 'text', (file) =>
      file
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .replaceAll(/[^\0-\x7f]/g, '?'),
    ),
  ];
}

/** Moves every time of a file by so many milliseconds. */
function later(ms: number, share = 1): Change {
  return (file) =>
    file.replaceAll(/(\d{2,}):(\d\d)(:\d\d)?([.,])(\d{2,3})/g, (_all, first, second, third, mark, fraction: string) => {
      const seconds = third
        ? Number(first) * 3600 + Number(second) * 60 + Number(String(third).slice(1))
        : Number(first) * 60 + Number(second);
      const total = Math.round((seconds * 1000 + Number(fraction.padEnd(3, '0'))) * share + ms);
      const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
      const clock = third ? `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}` : two(total / 60_000);
      return `${clock}:${two((total / 1000) % 60)}${mark}${String(total % 1000)
        .padStart(3, '0')
        .slice(0, fraction.length)}`;
    });
}

const TIMES: readonly Damage[] = [
  ofText('all half a second late', 'timing', later(500)),
  ofText('all 100 ms late', 'timing', later(100)),
  ofText('timed for 25 instead of 24 frames a second', 'timing', later(0, 24 / 25)),
];

const OWN: readonly Damage[] = [
  { name: 'random bytes', harm: 'unreadable', apply: (bytes) => bytes.map((_, at) => (at * 2_654_435_761) >>> 13) },
  { name: 'truncated in the middle', harm: 'unreadable', apply: (bytes) => bytes.slice(0, bytes.length >> 1) },
];

/** The text of a dialogue of ASS, of a line of LRC, of a paragraph of TTML on a line of its own. */
const TEXT = /^(Dialogue: (?:[^,\n]*,){9}|\[\d+:\d\d\.\d\d\]|\s*<p [^>]*>)([^\n]+?)(?=<\/p>$|$)/gm;

/** Formats of one line or element a cue. */
const LINES: readonly Damage[] = [
  ofText('texts of two cues exchanged', 'order', (file) => {
    const texts = [...file.matchAll(TEXT)].map(([, , text]) => text!);
    let at = 0;
    return file.replaceAll(TEXT, (_all, head: string) => head + [texts[1], texts[0], ...texts.slice(2)][at++]!);
  }),
  ofText('one cue emptied', 'text', (file) => {
    let at = 0;
    return file.replaceAll(TEXT, (all, head: string) => (at++ === 1 ? head : all));
  }),
  ofText('one cue missing', 'cue', (file) =>
    file
      .split('\n')
      .toSpliced(
        file.split('\n').findIndex((line) => line.search(TEXT) >= 0),
        1,
      )
      .join('\n'),
  ),
  ofText('code page', 'text', mojibake),
];

const CORPUS = '../shared/corpora/subtitle';

const blocks = (source: string, to: Scenario['to'], isInSample?: true): Scenario => ({
  family: 'subtitle',
  source,
  to,
  ...(isInSample && { isInSample }),
  damages: [...ofBlocks(to), ...TIMES, ...OWN],
});
const lines = (source: string, to: Scenario['to']): Scenario => ({
  family: 'subtitle',
  source,
  to,
  damages: [...LINES, ...TIMES, ...OWN],
});

export const SCENARIOS: readonly Scenario[] = [
  blocks('corpus/sources/ass/styles-overrides-drawing.ass', 'srt', true),
  blocks('corpus/sources/srt/tags-positions-long-text.srt', 'vtt'),
  blocks(`${CORPUS}/tika/test_ttml.ttml`, 'srt'),
  blocks(`${CORPUS}/docling/webvtt_example_01.vtt`, 'srt'),
  blocks(`${CORPUS}/pysubs2/ttml_example.ttml`, 'vtt'),
  blocks(`${CORPUS}/tika/test_subrip.srt`, 'sbv'),
  lines(`${CORPUS}/epub3-samples/cc-en.vtt`, 'ass'),
  lines(`${CORPUS}/tika/test_subrip.srt`, 'lrc'),
  lines('corpus/sources/vtt/voices-styles-settings.vtt', 'ttml'),
];
