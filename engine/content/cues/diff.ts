import { difference, type Difference } from '../../contract/differences.ts';
import type { Diff } from '../../contract/report.ts';
import type { CueFacts } from '../../contract/facts.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';

/** Cues ahead that are looked through for one that is not at its place. */
const LOOK_AHEAD = 50;

/** Aligns cues by their times and texts, and compares each with its own. */
export const diffCues: Diff = function* (source, outputs, { kept, options, from, to }) {
  const [output, ...others] = outputs;
  if (!kept.includes('subtitles') || !source.cues || !output?.cues || others.length > 0) return;
  const { cues: before } = source;
  const { cues: after } = output;
  // A rate that the caller gave overrules the one in the file.
  const isTimed =
    before.startsMs !== undefined && after.startsMs !== undefined && !(options.fps !== undefined && from === 'sub');
  const asked: Asked = {
    isTimed,
    allowedMs: Math.ceil(Math.max(before.resolutionMs, after.resolutionMs)),
    hasEnds: formatOf(to).cueEnds !== false,
    hasColours: HOLDS_COLOURS.has(to),
    hasStyles: kept.includes('look') || HOLDS_TAGS.has(to),
  };
  // Where cues have no ends, those that start together are in any order.
  const isOrdered = asked.hasEnds || !asked.isTimed;
  yield* isOrdered ? diffAligned(before, after, asked) : diffAligned(byText(before), byText(after), asked);
  const [uncompared, found] = [before.count - before.texts.length, after.count - after.texts.length];
  if (uncompared !== found)
    yield difference('cue_missing', {}, { ...CUES, expected: before.count, found: after.count });
};

interface Asked {
  readonly isTimed: boolean;
  /** Milliseconds of rounding. */
  readonly allowedMs: number;
  readonly hasEnds: boolean;
  readonly hasStyles: boolean;
  readonly hasColours: boolean;
}

/** Formats that promise no style, but have tags for bold, italic and underlined text. */
const HOLDS_TAGS: ReadonlySet<FormatId> = new Set(['srt', 'vtt']);

/** Formats that hold any colour of text. */
const HOLDS_COLOURS: ReadonlySet<FormatId> = new Set(['srt', 'ass', 'ssa']);

/** The same cues, those of one start by their texts. */
function byText(cues: CueFacts): CueFacts {
  const { startsMs = [], endsMs, texts, runStyles, colours, speakers } = cues;
  const order = texts
    .map((_, at) => at)
    .sort((a, b) => startsMs[a]! - startsMs[b]! || (texts[a]! < texts[b]! ? -1 : 1));
  const sorted = <T>(values: readonly T[]): T[] => order.map((at) => values[at]!);
  return {
    ...cues,
    startsMs: sorted(startsMs),
    texts: sorted(texts),
    ...(endsMs && { endsMs: sorted(endsMs) }),
    ...(runStyles && { runStyles: sorted(runStyles) }),
    ...(colours && { colours: sorted(colours) }),
    ...(speakers && { speakers: sorted(speakers) }),
  };
}

const CUES = { feature: 'subtitles' } as const;

function* diffAligned(before: CueFacts, after: CueFacts, asked: Asked): Generator<Difference> {
  let [at, to] = [0, 0];
  while (at < before.texts.length && to < after.texts.length) {
    const isSame = isSameText(before, at, after, to);
    const isNear = asked.isTimed ? distanceMs('startsMs', before, at, after, to) <= asked.allowedMs : false;
    const { missing, added } = isSame || isNear ? NONE : nextMatch(before, at, after, to);
    for (let index = 0; index < missing; index++) yield missingCue(before, at++);
    for (let index = 0; index < added; index++) yield addedCue(after, to++);
    if (missing + added > 0) continue;
    if (!isSame) yield changedText(before, at, after, to);
    yield* diffCue(before, at++, after, to++, asked);
  }
  while (at < before.texts.length) yield missingCue(before, at++);
  while (to < after.texts.length) yield addedCue(after, to++);
}

const NONE = { missing: 0, added: 0 } as const;

/** How many cues lie on either side before one that is in both; none when there is none near. */
function nextMatch(before: CueFacts, at: number, after: CueFacts, to: number): { missing: number; added: number } {
  for (let ahead = 1; ahead <= LOOK_AHEAD; ahead++) {
    if (to < after.texts.length && at + ahead < before.texts.length && isSameText(before, at + ahead, after, to))
      return { missing: ahead, added: 0 };
    if (to + ahead < after.texts.length && isSameText(before, at, after, to + ahead))
      return { missing: 0, added: ahead };
  }
  return NONE;
}

/** Where a target has no place for who speaks, the name comes before the text. */
function isSameText(before: CueFacts, at: number, after: CueFacts, to: number): boolean {
  const [expected, found] = [before.texts[at]!, after.texts[to]!];
  return expected === found || (before.speakers?.[at] === true && expected !== '' && found.endsWith(expected));
}

function* diffCue(before: CueFacts, at: number, after: CueFacts, to: number, asked: Asked): Generator<Difference> {
  const place = { cue: at + 1 };
  for (const name of asked.hasEnds ? (['startsMs', 'endsMs'] as const) : (['startsMs'] as const)) {
    if (!asked.isTimed || distanceMs(name, before, at, after, to) <= asked.allowedMs) continue;
    const [expected, found] = [clock(before[name]![at]!), clock(after[name]![to]!)];
    yield difference('cue_shifted', place, { ...CUES, expected, found });
    break;
  }
  const lost = asked.hasStyles
    ? [...(before.runStyles?.[at] ?? '')].filter((runStyle) => !after.runStyles?.[to]?.includes(runStyle))
    : [];
  if (lost.length > 0)
    yield difference('cue_style', place, {
      feature: 'look',
      expected: lost.map((runStyle) => STYLE_NAMES[runStyle]).join(', '),
    });
  const faded = asked.hasColours
    ? (before.colours?.[at] ?? []).filter((one) => !after.colours?.[to]?.includes(one))
    : [];
  if (faded.length > 0) yield difference('cue_style', place, { feature: 'look', expected: faded.join(', ') });
}

const STYLE_NAMES: Readonly<Record<string, string>> = { b: 'bold', i: 'italic', u: 'underline', s: 'strike' };

function distanceMs(name: 'startsMs' | 'endsMs', before: CueFacts, at: number, after: CueFacts, to: number): number {
  return Math.abs(before[name]![at]! - after[name]![to]!);
}

/** UTF-8 that was read as a code page of one byte a character. */
const MOJIBAKE = /[ÃÂâÐÑ][\u0080-\u00bf\u2018-\u203a\u20ac\u0152-\u0178]/u;

function changedText(before: CueFacts, at: number, after: CueFacts, to: number): Difference {
  const [expected, found] = [before.texts[at]!, after.texts[to]!];
  const isEncoding = found.includes('\ufffd') || (MOJIBAKE.test(found) && !MOJIBAKE.test(expected));
  return difference(isEncoding ? 'encoding_changed' : 'cue_text', { cue: at + 1 }, { ...CUES, expected, found });
}

function missingCue({ texts }: CueFacts, at: number): Difference {
  return difference('cue_missing', { cue: at + 1 }, { ...CUES, expected: texts[at]! });
}

function addedCue({ texts }: CueFacts, at: number): Difference {
  return difference('cue_added', { cue: at + 1 }, { ...CUES, found: texts[at]! });
}

function clock(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}
