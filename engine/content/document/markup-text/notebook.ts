import { ConversionError } from '../../../contract/errors.ts';
import { addCounts, contentOfDocument, startCounting, type Counts, type MarkupContent } from './content.ts';
import { readMarkdownDocument } from '../markdown/document.ts';

/** The parts of a Jupyter notebook (nbformat 4.5) that are read. */
interface Cell {
  readonly cell_type?: string;
  readonly source?: string | readonly string[];
  readonly outputs?: readonly Output[];
}

interface Output {
  readonly text?: string | readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The text of a notebook: its Markdown, its code and what that printed. */
export function readNotebook(source: string): MarkupContent {
  const { cells, metadata } = parse(source) as { cells?: readonly Cell[]; metadata?: { title?: unknown } };
  const counts = startCounting();
  counts.hasMetadata = metadata?.title !== undefined;
  const texts = (Array.isArray(cells) ? (cells as readonly Cell[]) : []).map((cell) => readCell(cell, counts));
  return { ...counts, text: texts.join('\n\n') };
}

function readCell({ cell_type: type, source, outputs }: Cell, counts: Counts): string {
  const written = joined(source);
  if (type === 'markdown') {
    const content = contentOfDocument(readMarkdownDocument(written));
    addCounts(counts, content);
    return content.text;
  }
  return [
    written,
    ...(Array.isArray(outputs) ? (outputs as readonly Output[]) : []).map((output) => readOutput(output, counts)),
  ].join('\n');
}

/** An output has one content in several types: an image is shown in place of its description. */
function readOutput({ text, data = {} }: Output, counts: Counts): string {
  if (Object.keys(data).some((type) => type.startsWith('image/'))) {
    counts.figures++;
    return '';
  }
  return joined(text) || joined(data['text/plain']);
}

function joined(text: unknown): string {
  if (typeof text === 'string') return text;
  return Array.isArray(text) ? text.filter((line) => typeof line === 'string').join('') : '';
}

export function parse(source: string): object {
  try {
    return (JSON.parse(source) as object | null) ?? {};
  } catch (error) {
    throw new ConversionError(
      { code: 'input_corrupt', message: 'The file is damaged: it is no valid JSON.' },
      { cause: error },
    );
  }
}
