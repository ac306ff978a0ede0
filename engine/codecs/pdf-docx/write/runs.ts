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
import { makeFormula } from './formulas.ts';
import type { ImageStore } from './image-store.ts';
import { makeInlineImage } from './inline-image.ts';
import { makeNoteReference } from './notes.ts';
import type { Span } from './spans.ts';
import type { TextFormat } from './text-format.ts';

/** What a paragraph's style says already: runs hold only what differs. */
export interface BaseFormat {
  readonly family: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string;
  /** Percent of the natural width of the glyphs, where the font stands for a wider or narrower one. */
  readonly scale: number;
}

interface RunContext {
  readonly base: BaseFormat;
  /** Scale of this text; the base's if absent. */
  readonly scale?: number;
  readonly images: ImageStore;
}

export function makeRuns(spans: readonly Span[], context: RunContext): ParagraphChild[] {
  const children: ParagraphChild[] = [];
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
    const run = new TextRun({ ...textOptions(span.text), ...runOptions(span.format, context) });
    const { url } = span.format;
    children.push(url ? linkTo(url, run) : run);
  }
  return children;
}

function linkTo(url: string, run: TextRun): ParagraphChild {
  return url.startsWith('#')
    ? new InternalHyperlink({ anchor: url.slice(1), children: [run] })
    : new ExternalHyperlink({ link: url, children: [run] });
}

/** Text of a run; optional hyphens are elements of their own. */
function textOptions(text: string): IRunOptions {
  const pieces = text.split('\u00ad');
  if (pieces.length === 1) return { text };
  return { children: pieces.flatMap((piece, index) => (index > 0 ? [new SoftHyphen(), piece] : [piece])) };
}

/** Run properties of a format, without those that the base has too. */
export function runOptions(format: TextFormat, { base, scale }: Omit<RunContext, 'images'>): IRunOptions {
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
    ...(scale !== undefined && scale !== base.scale && { scale }),
    ...(format.highlight && { shading: { type: ShadingType.CLEAR, fill: format.highlight, color: 'auto' } }),
  };
}
