import { ExternalHyperlink, type IRunOptions, type ParagraphChild, ShadingType, Tab, TextRun } from 'docx';
import type { Span } from './spans.ts';
import type { TextFormat } from './text-format.ts';

/** What a paragraph's style says already: runs hold only what differs. */
export interface BaseFormat {
  readonly family: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string;
}

export interface RunContext {
  readonly base: BaseFormat;
  /** Percent of the natural width of the glyphs, where text must be fitted to its line. */
  readonly scale?: number;
  /** Colour of the ground under the text, as `rrggbb`, when it is not the paper. */
  readonly shading?: string;
}

export function makeRuns(spans: readonly Span[], context: RunContext): ParagraphChild[] {
  const children: ParagraphChild[] = [];
  for (const span of spans) {
    if (span.kind === 'tab') {
      children.push(new TextRun({ children: [new Tab()] }));
      continue;
    }
    const run = new TextRun({ text: span.text, ...runOptions(span.format, context) });
    const { url } = span.format;
    children.push(url ? new ExternalHyperlink({ link: url, children: [run] }) : run);
  }
  return children;
}

/** Run properties of a format, without those that the base has too. */
export function runOptions(format: TextFormat, { base, scale, shading }: RunContext): IRunOptions {
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
    ...(scale !== undefined && scale !== 100 && { scale }),
    ...(shading !== undefined && { shading: { type: ShadingType.CLEAR, fill: shading, color: 'auto' } }),
  };
}
