import { orderedCues, tidyLines, type Cue, type CueMetadata } from '../model.ts';
import { clockMs, SECOND_MS } from '../times.ts';
import type { ReadCues } from '../read.ts';

const STAMP = /^\s*\[(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?\]/;
const WORD_STAMP = /<\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?>/g;
const TAG = /^\s*\[([a-z#]+)\s*:(.*)\]\s*$/i;
const NAMES: Readonly<Record<string, keyof CueMetadata>> = {
  ti: 'title',
  ar: 'artist',
  al: 'album',
  by: 'author',
  la: 'language',
};

/** How long the last line is shown: nothing follows that would end it. */
const LAST_LINE_MS = 4 * SECOND_MS;

interface Stamped {
  readonly startMs: number;
  readonly text: string;
}

/** LRC: lines that begin with the times at which they are sung. A line ends where the next one begins. */
export const readLyrics: ReadCues = (source, notes) => {
  const metadata: { -readonly [Key in keyof CueMetadata]: CueMetadata[Key] } = {};
  const stamped: Stamped[] = [];
  let offsetMs = 0;
  for (const line of source.split(/\r\n|\r|\n/)) {
    const [times, rest] = leadingTimes(line);
    const tag = times.length === 0 ? TAG.exec(line) : null;
    if (tag) {
      const [, key = '', value = ''] = tag;
      const name = NAMES[key.toLowerCase()];
      if (name && value.trim() !== '') metadata[name] = value.trim();
      // Positive means that the lines come earlier than they say.
      if (key.toLowerCase() === 'offset') offsetMs = -Number(value) || 0;
      continue;
    }
    if (times.length === 0 && line.trim() !== '') notes.drop('unreadable');
    const text = rest.replaceAll(WORD_STAMP, '');
    if (text !== rest) notes.drop('karaoke');
    for (const startMs of times) stamped.push({ startMs, text: text.trim() });
  }
  stamped.sort((one, other) => one.startMs - other.startMs);
  const cues = stamped.map(({ startMs, text }, index): Cue => {
    const next = stamped[index + 1]?.startMs;
    if (next === undefined && text !== '') notes.drop('assumedEnd');
    const endMs = next ?? startMs + LAST_LINE_MS;
    const shift = (ms: number): number => Math.max(0, ms + offsetMs);
    return { startMs: shift(startMs), endMs: shift(endMs), lines: tidyLines([[{ text }]]) };
  });
  return { cues: orderedCues(cues), styles: [], metadata };
};

function leadingTimes(line: string): [times: number[], rest: string] {
  const times: number[] = [];
  let rest = line;
  for (let stamp = STAMP.exec(rest); stamp; stamp = STAMP.exec(rest)) {
    times.push(clockMs([undefined, ...stamp.slice(1)]));
    rest = rest.slice(stamp[0].length);
  }
  return [times, rest];
}
