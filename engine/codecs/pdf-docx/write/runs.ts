import {
  ColumnBreak,
  ExternalHyperlink,
  InternalHyperlink,
  type IRunOptions,
  PageBreak,
  type ParagraphChild,
  ShadingType,
  SoftHyphen,
  Tab,
  TextRun,
} from 'docx';
import { widthOf } from '../../../content/pages/geometry.ts';
import { EMPTY_FIELD, type FormField, type Link } from '../../../content/pages/model.ts';
import { isValueOf, makeContentControl } from './content-control.ts';
import { makeFormula } from './formulas.ts';
import type { ImageStore } from './image-store.ts';
import { makeInlineImage } from './inline-image.ts';
import { makeNoteReference } from './notes.ts';
import type { Span } from './spans.ts';
import { isSameLink, type TextFormat } from './text-format.ts';
import { EMPTY_FIELDS } from '../thresholds/writing.ts';

/** What a paragraph's style says already: runs hold only what differs. */
export interface BaseFormat {
  readonly family: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string;
  /** Percent of the natural width of the family, where it stands for a wider or narrower one. */
  readonly stretch: number;
}

const EN_SPACE = '\u2002';
const { MAX_BLANKS } = EMPTY_FIELDS;

interface RunContext {
  readonly base: BaseFormat;
  /** Percent of the usual width of its fonts at which this text is set. */
  readonly scale?: number;
  readonly images: ImageStore;
}

export function makeRuns(spans: readonly Span[], context: RunContext): ParagraphChild[] {
  const children: ParagraphChild[] = [];
  let open: OpenLink | undefined;
  for (const span of spans) {
    if (span.kind === 'tab') {
      children.push(new TextRun({ children: [new Tab()] }));
      continue;
    }
    if (span.kind === 'formula') {
      children.push(makeFormula(span.formula));
      continue;
    }
    if (span.kind === 'picture') {
      children.push(makeInlineImage(span.image, context.images));
      continue;
    }
    if (span.kind === 'break') {
      children.push(span.type === 'page' ? new PageBreak() : new ColumnBreak());
      continue;
    }
    if (span.format.note !== undefined) {
      children.push(makeNoteReference(span.format.note));
      // the mark is Word's own, the space behind it is not
      if (/\s$/.test(span.text)) children.push(new TextRun(' '));
      continue;
    }
    const { url, link, field } = span.format;
    if (field && isValueOf(field, span.text)) {
      const text = span.text.trimEnd();
      const value = new TextRun({ text: shownValue(text, span.format, field), ...runOptions(span.format, context) });
      children.push(makeContentControl(field, text, [value]));
      // The space behind it is none of the value.
      if (text !== span.text) children.push(new TextRun(' '));
      continue;
    }
    const run = new TextRun({ ...textOptions(span.text), ...runOptions(span.format, context) });
    if (!url) {
      children.push(run);
      continue;
    }
    // parts of a link may look different
    const goesOn = open && open.at === children.length - 1 && open.url === url && isSameLink(open.link, link);
    const linked: OpenLink = goesOn
      ? { ...open!, runs: [...open!.runs, run] }
      : { url, link, runs: [run], at: children.length };
    children[linked.at] = linkTo(url, linked.runs);
    open = linked;
  }
  return children;
}

/** A link whose text may go on. */
interface OpenLink {
  readonly url: string;
  readonly link: Link | undefined;
  readonly runs: readonly TextRun[];
  /** Its index among the children. */
  readonly at: number;
}

/** The value of a field; blanks about as wide as the field where nobody has filled it in. */
function shownValue(text: string, { size }: TextFormat, field: FormField): string {
  if (text !== EMPTY_FIELD) return text;
  const enSpace = size / 4;
  return EN_SPACE.repeat(Math.max(1, Math.min(MAX_BLANKS, Math.floor(widthOf(field) / enSpace) - 1)));
}

function linkTo(url: string, runs: readonly TextRun[]): ParagraphChild {
  return url.startsWith('#')
    ? new InternalHyperlink({ anchor: url.slice(1), children: [...runs] })
    : new ExternalHyperlink({ link: url, children: [...runs] });
}

/** Text of a run; optional hyphens are elements of their own. */
function textOptions(text: string): IRunOptions {
  const pieces = text.split('\u00ad');
  if (pieces.length === 1) return { text };
  return { children: pieces.flatMap((piece, index) => (index > 0 ? [new SoftHyphen(), piece] : [piece])) };
}

/** Run properties of a format, without those that the base has too. */
export function runOptions(format: TextFormat, { base, scale = 100 }: Omit<RunContext, 'images'>): IRunOptions {
  const stretch = Math.round((format.stretch * scale) / 100);
  return {
    ...(format.family !== base.family && { font: format.family }),
    ...(format.size !== base.size && { size: format.size }),
    ...(format.bold !== base.bold && { bold: format.bold }),
    ...(format.italic !== base.italic && { italics: format.italic }),
    ...(format.color !== base.color && { color: format.color }),
    ...(format.script === 'super' && { superScript: true }),
    ...(format.script === 'sub' && { subScript: true }),
    ...(format.underline && { underline: {} }),
    ...(format.strike && { strike: true }),
    ...(format.rtl && { rightToLeft: true }),
    ...(stretch !== base.stretch && { scale: stretch }),
    ...(format.highlight && { shading: { type: ShadingType.CLEAR, fill: format.highlight, color: 'auto' } }),
  };
}
