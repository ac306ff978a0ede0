import { centreInside, heightOf, overlapY } from '../../../content/pages/geometry.ts';
import type { Fill, FormField, Glyph, Link, PageModel, Rule } from '../../../content/pages/model.ts';
import { isRtlText } from '../layout/bidi.ts';
import type { Row } from '../layout/rows.ts';
import type { Segment } from '../layout/segment.ts';
import type { NoteMarks, NoteReference } from './notes.ts';
import type { ChooseFont } from './document-fonts.ts';
import { TEXT_FORMAT } from '../thresholds/writing.ts';

const { STRIP, UNDERLINE_DEPTH } = TEXT_FORMAT;

/** Formatting of a run of text. Glyphs with equal formats share a run. */
export interface TextFormat {
  readonly family: string;
  /** Percent of the natural width of the family. */
  readonly stretch: number;
  /** All characters are equally wide, spaces as well. */
  readonly monospace: boolean;
  /** Half points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** `rrggbb`. */
  readonly color: string;
  readonly script?: 'super' | 'sub' | undefined;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly url?: string | undefined;
  /** The link that has this target: two may be side by side. */
  readonly link?: Link | undefined;
  /** Colour of a mark behind the text, `rrggbb`. */
  readonly highlight?: string | undefined;
  readonly rtl: boolean;
  /** The field of a form that has the text as its value. */
  readonly field?: FormField | undefined;
  /** The footnote for which the text is the mark. */
  readonly note?: NoteReference | undefined;
}

/** The rules and links that may belong to the text of one row. */
export interface RowDecorations {
  readonly rules: readonly Rule[];
  readonly links: readonly Link[];
  /** Coloured boxes behind words. */
  readonly marks: readonly Fill[];
  readonly fields: readonly FormField[];
  readonly notes?: NoteMarks | undefined;
}

/** What of a page may decorate its text. */
export type DecoratedPage = Pick<PageModel, 'rules' | 'links' | 'fills' | 'fields' | 'words'>;

export function decorationsOf(row: Row, page: DecoratedPage): RowDecorations {
  return {
    rules: linesBetween(page, row.baseline - 0.45 * row.size, row.baseline + 0.3 * row.size),
    links: page.links.filter(({ y0, y1 }) => y0 - 1 < row.y1 && y1 + 1 > row.y0),
    marks: page.fills.filter(({ y0, y1 }) => y0 < row.y1 && y1 > row.y0),
    fields: page.fields?.filter(({ y0, y1 }) => y0 < row.y1 && y1 > row.y0) ?? [],
  };
}

/** Lines that may run under or through text, by strips of the page: a drawing has thousands, and every row asks. */
const stripsOf = new WeakMap<PageModel['rules'], ReadonlyMap<number, readonly Rule[]>>();

function linesBetween({ rules }: DecoratedPage, y0: number, y1: number): Rule[] {
  let strips = stripsOf.get(rules);
  if (!strips) {
    const lines = rules.filter(({ axis, width }) => axis === 'h' && width < 2);
    strips = Map.groupBy(lines, ({ position }) => Math.floor(position / STRIP));
    stripsOf.set(rules, strips);
  }
  const between: Rule[] = [];
  for (let strip = Math.floor(y0 / STRIP); strip * STRIP <= y1; strip++) {
    for (const line of strips.get(strip) ?? []) if (line.position > y0 && line.position < y1) between.push(line);
  }
  return between;
}

export function formatOf(
  glyph: Glyph,
  segment: Segment,
  decorations: RowDecorations,
  chooseFont: ChooseFont,
): TextFormat {
  const { font, color, script, text } = glyph;
  const size = script ? segment.size : glyph.size;
  const { family, stretch } = chooseFont(font, text);
  return {
    family,
    stretch,
    monospace: font.monospace,
    size: Math.max(2, Math.round(size * 2)),
    bold: font.bold,
    italic: font.italic,
    color: color.slice(1),
    script,
    underline: hasRule(glyph, segment, decorations, 0, UNDERLINE_DEPTH),
    strike: hasRule(glyph, segment, decorations, -0.42, -0.15),
    ...targetOf(linkAt(glyph, decorations)),
    highlight: decorations.marks.findLast((mark) => centreInside(glyph, mark))?.color.slice(1),
    rtl: isRtlText(text),
    field: decorations.fields.find((field) => centreInside(glyph, field)),
    note: decorations.notes?.references.get(glyph),
  };
}

/** Whether a rule about as long as the text runs at this height (em from the baseline, downwards). */
function hasRule(glyph: Glyph, segment: Segment, { rules }: RowDecorations, from: number, to: number): boolean {
  return rules.some(
    ({ position, start, end }) =>
      position > glyph.baseline + from * glyph.size &&
      position < glyph.baseline + to * glyph.size &&
      start <= glyph.x0 + 1 &&
      end >= glyph.x1 - 1 &&
      end - start < segment.x1 - segment.x0 + 6,
  );
}

function targetOf(link: Link | undefined): Pick<TextFormat, 'url' | 'link'> {
  return link ? { url: link.url, link } : {};
}

/** Links with one target on different lines are one that was broken. */
export function isSameLink(a: Link | undefined, b: Link | undefined): boolean {
  if (!a || !b || a === b) return a === b;
  return a.url === b.url && overlapY(a, b) < 0.5 * Math.min(heightOf(a), heightOf(b));
}

function linkAt(glyph: Glyph, { links }: RowDecorations): Link | undefined {
  const x = (glyph.x0 + glyph.x1) / 2;
  const y = (glyph.y0 + glyph.y1) / 2;
  return links.find((link) => x >= link.x0 && x <= link.x1 && y >= link.y0 - 1 && y <= link.y1 + 1);
}

export function sameFormat(a: TextFormat, b: TextFormat): boolean {
  return (
    a.family === b.family &&
    a.stretch === b.stretch &&
    a.size === b.size &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.color === b.color &&
    a.script === b.script &&
    a.underline === b.underline &&
    a.strike === b.strike &&
    a.url === b.url &&
    isSameLink(a.link, b.link) &&
    a.highlight === b.highlight &&
    a.rtl === b.rtl &&
    a.field === b.field &&
    a.note === b.note
  );
}
