import { joinTexts, text, type Text } from '../../../content/document/model.ts';
import { linearText } from '../../../content/pages/formulas/formula.ts';
import type { Paragraph } from '../layout/blocks.ts';
import type { Row } from '../layout/rows.ts';
import { type PageModel, UNKNOWN_GLYPH } from '../../../content/pages/model.ts';
import { type ParagraphPart, paragraphSpans, rowSpans, type Span } from '../write/spans.ts';

interface InlineOptions {
  /** The label is told by the list. */
  readonly dropLabel?: boolean;
  /** What all of it looks like anyway says nothing: a heading is bold. */
  readonly plain?: boolean;
}

/** The text of a paragraph, its lines joined, in runs of one style. */
export function inlinesOfParagraph(
  parts: readonly ParagraphPart[],
  { dropLabel = false, plain = false }: InlineOptions = {},
): Text[] {
  const paragraph = parts[0]?.paragraph;
  const { spans } = paragraphSpans(parts, { dropLabel, right: paragraph?.area.x1 ?? 0 });
  const hasLabel = paragraph?.label !== undefined && !dropLabel;
  return inlinesOf(hasLabel ? withSpaceAfterLabel(spans) : spans, plain);
}

/** What is a list item in print only looks like one: its label is a word of the text. */
function withSpaceAfterLabel(spans: readonly Span[]): Span[] {
  const [label, gap, ...rest] = spans;
  if (label?.kind !== 'text' || gap?.kind !== 'tab') return [...spans];
  return [{ ...label, text: `${label.text} ` }, ...rest];
}

/** The text of one row, its pieces a tab apart. */
export function inlinesOfRow(row: Row, page: PageModel): Text[] {
  return rowSpans(row, page).flatMap((spans, index) => [
    ...(index === 0 ? [] : [text('\t')]),
    ...inlinesOf(spans, true),
  ]);
}

/** Paragraphs one below the other, as the content of a table cell. */
export function inlinesOfCell(paragraphs: readonly Paragraph[], page: PageModel, options: InlineOptions = {}): Text[] {
  return paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : [text('\n')]),
    ...inlinesOfParagraph([{ paragraph, page }], options),
  ]);
}

function textInstead(span: Exclude<Span, { kind: 'text' }>, plain: boolean): string {
  if (span.kind === 'formula') return linearText(span.formula);
  if (span.kind === 'picture') return UNKNOWN_GLYPH;
  return plain ? ' ' : '\t';
}

/** Runs that differ only in font, size or colour read as one. */
function inlinesOf(spans: readonly Span[], plain: boolean): Text[] {
  return joinTexts(
    spans.map((span) => (span.kind === 'text' ? inlineOf(span, plain) : text(textInstead(span, plain)))),
  );
}

function inlineOf({ text: characters, format }: Span & { kind: 'text' }, plain: boolean): Text {
  const style = {
    ...(format.bold && !plain && { bold: true }),
    ...(format.italic && !plain && { italic: true }),
    ...(format.script !== undefined && { script: format.script }),
  };
  // Where a word could be cut is the affair of a line that is set.
  return text(characters.replaceAll('\u00ad', ''), {
    style,
    ...(format.url !== undefined && { link: { href: format.url } }),
  });
}
