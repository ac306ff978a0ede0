import { type Box, heightOf, overlapY } from '../../../content/pages/geometry.ts';
import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import { BARE_NUMBER, BULLETS, DOT_LEADER, NUMBER_PATH, readHeadingLabel, readLabel, SYMBOLS } from './labels.ts';
import { decisionBy, noIf, type OrderedRules, yesIf } from './ordered-rules.ts';
import type { Segment, SegmentLabel } from './segment.ts';
import { isAddedSpace, textOf } from './spaces.ts';
import { JOIN_LABELS } from '../thresholds/lists.ts';

const {
  MAX_LABEL_GAP,
  SAME_EDGE,
  MAX_RAISE,
  MIN_BESIDE,
  MIN_CELL_GAP,
  MIN_LABELLED_TEXT,
  MIN_SPACES,
  MAX_ADDED_SHARE,
} = JOIN_LABELS;

const LEADING_BULLET = new RegExp(
  `^(?:[${BULLETS}]|[${SYMBOLS}](?=\\s)|[\\u2013\\u2014\\u2212*\\-](?=\\s)|o(?=\\s{2}))\\s*`,
  'u',
);
const LEADING_NUMBER =
  /^(?:\d{1,2}(?:st|nd|rd|th)?(?:\.(?:\d{1,2}|[a-zA-Z]|[ivxlc]{2,7}|[IVXLC]{2,7})){1,5}[.)]?|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{2,7}|[IVXLC]{2,7})(?:\.\)|[.)]))\s+(?=\S)/;
/** `3.1.New`: nothing is between some numbers and their texts. */
const CLOSE_PATH = /^\d{1,2}(?:\.\d{1,2}){1,5}\.(?=\p{Lu})/u;
const LEADING_HEADING_NUMBER =
  /^(?:\d{1,2}(?:(?:\.\d{1,2}){1,5}\s*|\.|\s+)|\p{Lu}\p{L}{2,11}\s(?:\d{1,2}|[A-Z]|[IVXLC]{2,7})[.:]\s+)(?=[\p{Lu}\p{Lo}])/u;

/** `Section 2.` and `2nd` are words of the text where a space is behind them. */
const LEADING_WORD = /^(?:\p{Lu}\p{L}{2,11}\s(?:\d{1,2}|[A-Z]|[IVXLC]{2,7})[.:]|\d{1,2}(?:st|nd|rd|th))\s+(?=\S)/u;

const DASH = /^[-\u2013\u2014\u2212]$/;

/** `[Knu84]` leads to an entry of a list of sources. */
const CITATION = /^\[[\p{L}\d+]{1,8}\]$/u;
const LEADING_CITATION = /^\[[\p{L}\d+]{1,8}\]\s+(?=\S)/u;

/**
 * Gives segments their list labels. Word and LibreOffice write a label as a piece of its own, far from its text; it is
 * joined here, before tables and tabs are looked for. A label at the start of a running text is split off; whether it
 * is one of a list is decided when its neighbours are known. `isWalled` tells whether a rule is between two pieces.
 */
export function joinLabels(segments: readonly Segment[], isWalled: (label: Box, text: Box) => boolean): Segment[] {
  const result: Segment[] = [];
  const lines = Map.groupBy(segments, (segment) => baselineOfLine(segment, segments));
  const paths = [...lines.values()].flatMap(([label, text]) =>
    label && text && NUMBER_PATH.test(label.text.trim()) ? [{ label, text }] : [],
  );
  const hasSpaces = writesSpaces(segments);
  for (const line of lines.values()) {
    const sorted = line.toSorted((a, b) => a.x0 - b.x0);
    for (let index = 0; index < sorted.length; index++) {
      const segment = sorted[index]!;
      const text = sorted[index + 1];
      const isLabel =
        readLabel(segment.text).length > 0 ||
        CITATION.test(segment.text) ||
        (text && isTopOfPath(segment, text, paths));
      if (text && isLabel && belongsTo({ label: segment, text, next: sorted[index + 2] }) && !isWalled(segment, text)) {
        result.push(withLabel(segment, text));
        index++;
      } else {
        result.push(splitLeadingLabel(segment, hasSpaces));
      }
    }
  }
  return result;
}

/** A number without any mark is a label where its text is below or above that of a label such as `1.1`. */
function isTopOfPath(
  segment: Segment,
  text: Segment,
  paths: readonly { readonly label: Segment; readonly text: Segment }[],
): boolean {
  if (!BARE_NUMBER.test(segment.text.trim())) return false;
  return paths.some((path) => {
    return Math.abs(path.label.x0 - segment.x0) < SAME_EDGE && Math.abs(path.text.x0 - text.x0) < SAME_EDGE;
  });
}

/** A bullet of a smaller size is higher than its text: its line is that of the text beside it. */
function baselineOfLine(segment: Segment, segments: readonly Segment[]): number {
  if (readLabel(segment.text)[0]?.kind !== 'bullet') return segment.baseline;
  const beside = segments.filter(
    (text) =>
      text.x0 >= segment.x1 &&
      text.x0 - segment.x1 <= MAX_LABEL_GAP * text.size &&
      text.size >= segment.size &&
      Math.abs(text.baseline - segment.baseline) < MAX_RAISE * text.size &&
      overlapY(text, segment) > MIN_BESIDE * heightOf(segment),
  );
  const isOnLine = beside.some(({ baseline }) => baseline === segment.baseline);
  return isOnLine || beside.length === 0 ? segment.baseline : beside.reduce((a, b) => (b.x0 < a.x0 ? b : a)).baseline;
}

/** A piece, the text behind it, and what follows that on its line. */
interface LabelledText {
  readonly label: Segment;
  readonly text: Segment;
  readonly next: Segment | undefined;
}

const BELONGS: OrderedRules<LabelledText> = {
  /** Numbers in front of numbers are the columns of a table. */
  withoutLetters: ({ text }) => noIf(!/\p{L}/u.test(text.text)),
  apart: ({ label, text }) => noIf(text.x0 - label.x1 > MAX_LABEL_GAP * text.size),
  bullet: ({ label }) => yesIf(readLabel(label.text)[0]?.kind === 'bullet' && !DASH.test(label.text)),
  last: ({ next }) => yesIf(!next || readLabel(next.text).length > 0),
  dotLeader: ({ text }) => yesIf(DOT_LEADER.test(text.text)),
  /** A number in front of several pieces is the first cell of a row, unless its text is long and they are far. */
  cell: ({ text, next }) =>
    next!.x0 - text.x1 > MIN_CELL_GAP * text.size && text.x1 - text.x0 > MIN_LABELLED_TEXT * text.size,
};

const belongsTo = decisionBy(BELONGS);

function withLabel(label: Segment, text: Segment): Segment {
  return {
    ...text,
    x0: label.x0,
    y0: Math.min(label.y0, text.y0),
    y1: Math.max(label.y1, text.y1),
    label: labelOf(label, label.glyphs, text.x0, true),
  };
}

function labelOf(box: Box, glyphs: Segment['glyphs'], textX0: number, apart: boolean): SegmentLabel {
  const { x0, y0, x1, y1 } = box;
  return { x0, y0, x1, y1, glyphs, text: textOf(glyphs).trim(), textX0, apart };
}

/** Whether the program that wrote the text wrote the spaces of a font between its words. */
function writesSpaces(segments: readonly Segment[]): boolean {
  let own = 0;
  let added = 0;
  for (const { glyphs } of segments) {
    // the first gap may be that behind a label
    const first = glyphs.findIndex(isBlank);
    glyphs.forEach((glyph, index) => {
      const next = glyphs[index + 1];
      if (!next || !isBlank(glyph) || index === first) return;
      if (isAddedSpace(glyph, next)) added++;
      else own++;
    });
  }
  return own >= MIN_SPACES && added <= MAX_ADDED_SHARE * own;
}

function splitLeadingLabel(segment: Segment, hasSpaces: boolean): Segment {
  const citation = LEADING_CITATION.exec(segment.text);
  if (citation) {
    const split = splitAt(segment, citation[0], hasSpaces);
    return split.label?.apart ? split : segment;
  }
  const word = hasSpaces ? LEADING_WORD.exec(segment.text) : null;
  if (word) {
    const split = splitAt(segment, word[0], hasSpaces);
    return isPlaced(split) ? split : segment;
  }
  const match =
    LEADING_BULLET.exec(segment.text) ??
    LEADING_NUMBER.exec(segment.text) ??
    CLOSE_PATH.exec(segment.text) ??
    leadingRing(segment);
  if (!match || readLabel(match[0]).length === 0 || !/\p{L}/u.test(segment.text.slice(match[0].length))) return segment;
  return splitAt(segment, match[0], hasSpaces);
}

/** Whether there is no space of the font between a label and its text. */
function isPlaced({ label, glyphs }: Segment): boolean {
  const last = label?.glyphs.at(-1);
  return label?.apart === true && last !== undefined && isBlank(last) && isAddedSpace(last, glyphs[0]!);
}

/** Word's bullet of the second level is an `o` of a font of its own. */
function leadingRing({ text, glyphs }: Segment): RegExpExecArray | null {
  const match = /^o\s+(?=\S)/.exec(text);
  const next = match && glyphs.find((glyph, index) => index > 0 && !isBlank(glyph));
  return next && next.font.name !== glyphs[0]!.font.name && glyphs[0]!.font.monospace ? match : null;
}

/** The first pieces of a heading with its number, which may be without any mark, as the label. */
export function splitHeadingNumber(segments: readonly Segment[]): readonly Segment[] {
  const [first, second] = segments;
  if (!first || first.label) return segments;
  if (second && readHeadingLabel(first.text).length > 0) return [withLabel(first, second), ...segments.slice(2)];
  const match = LEADING_HEADING_NUMBER.exec(first.text);
  return match ? [splitAt(first, match[0]), ...segments.slice(1)] : segments;
}

/** Splits a segment behind its label, which ends with its spaces; `hasSpaces` says that the page's text has its own. */
function splitAt(segment: Segment, labelText: string, hasSpaces = false): Segment {
  if (labelText.length >= segment.text.length) return segment;
  let characters = 0;
  const end = segment.glyphs.findIndex((glyph) => {
    characters += glyph.text.length;
    return characters >= labelText.length;
  });
  const glyphs = segment.glyphs.slice(end + 1);
  const first = glyphs.find((glyph) => !isBlank(glyph));
  if (!first || characters !== labelText.length) return segment;
  const labelGlyphs = segment.glyphs.slice(0, end + 1);
  const ink = labelGlyphs.filter((glyph) => !isBlank(glyph));
  const box = { x0: segment.x0, y0: segment.y0, x1: Math.max(...ink.map((glyph) => glyph.x1)), y1: segment.y1 };
  const apart = first.x0 - box.x1 > 0.6 * segment.size || isPlacedApart(labelGlyphs.at(-1)!, glyphs, hasSpaces);
  return { ...segment, glyphs, text: textOf(glyphs), label: labelOf(box, labelGlyphs, first.x0, apart) };
}

/**
 * A text is placed behind its label, like behind a tab, where spaces of the font are between all of its words; of one
 * word, where they are in the text of the page.
 */
function isPlacedApart(space: Glyph, glyphs: readonly Glyph[], hasSpaces: boolean): boolean {
  if (!isBlank(space) || !isAddedSpace(space, glyphs[0]!)) return false;
  const others = glyphs.filter((glyph, index) => isBlank(glyph) && glyphs[index + 1]);
  const added = glyphs.filter((glyph, index) => isBlank(glyph) && isAddedSpace(glyph, glyphs[index + 1] ?? glyph));
  return added.length === 0 && (others.length > 0 || hasSpaces);
}
