import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Artifact } from '../../io/artifact.ts';
import { openPdf } from './extract/pdf-document.ts';
import type { Paragraph } from './layout/blocks.ts';
import { type DocumentLayout, layOutDocument } from './layout/document-layout.ts';
import { readDocument } from './read-document.ts';
import { lostTextShare } from './text-recall.ts';
import { type DocumentInfo, writeDocument } from './write/document.ts';
import { Numbering } from './write/numbering.ts';
import { buildStyleSheet } from './write/style-sheet.ts';
import { outputNameOf } from '../../models/output-name.ts';

/** A result that lacks more of the text than this is told, and beyond the second it is none. */
const NOTICED_LOSS = 0.005;
const MAX_LOSS = 0.1;

const createRunner: CreateRunner = () => ({
  async convert([input], hop, context) {
    if (!input) throw new ConversionError({ code: 'internal', message: 'The conversion was started without a file.' });
    return [await reconstruct(input, hop, context)];
  },
});

export default createRunner;

async function reconstruct(input: Artifact, hop: Hop, context: RunContext): Promise<Artifact> {
  const bytes = context.bytes(input);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pdf = await openPdf(file, { password: hop.options.password, maxImagePixels: context.limits.pixels });
  try {
    const pages = await readDocument(pdf, file, hop, context);
    const layout = layOutDocument(pages);
    context.signal.throwIfAborted();
    const docx = await write(layout, await documentInfo(pdf));
    checkText(lostTextShare(pages, layout, docx), context);
    context.progress(1);
    return { name: outputNameOf(input.name, 'docx'), format: 'docx', bytes: docx };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function write(layout: DocumentLayout, info: DocumentInfo): Promise<Uint8Array> {
  const { sections, layouts, extents, titled, headings, lists, body, evenAndOdd, isMirrored } = layout;
  return writeDocument(
    sections,
    info,
    {
      layouts,
      extentOf: (pageIndex) => extents[pageIndex]!,
      numberOffset: titled.numberOffset,
      hasTitles: titled.pages.some((page) => page.header.length + page.footer.length + page.pictures.length > 0),
      evenAndOdd,
      bodySize: body.size,
    },
    {
      pages: layouts.map(({ page }) => page),
      headings,
      lists,
      styles: buildStyleSheet(body, headings, flowParagraphs(layout)),
      numbering: new Numbering(),
      isMirrored,
    },
  );
}

function flowParagraphs({ sections }: DocumentLayout): Paragraph[] {
  return sections.flatMap(({ blocks }) =>
    blocks.map(({ block }) => block).filter((block) => block.kind === 'paragraph'),
  );
}

function checkText(lostShare: number, { warn }: RunContext): void {
  if (lostShare > MAX_LOSS) {
    throw new ConversionError({
      code: 'output_not_verified',
      message: 'The Word document lacks a part of the text, so it is not given out. Convert to another format.',
      details: { lostShare },
    });
  }
  if (lostShare > NOTICED_LOSS) {
    warn({
      code: 'text_dropped',
      message: `About ${Math.ceil(lostShare * 100)} % of the characters could not be placed.`,
      details: { lostShare },
    });
  }
}

/** Properties of the document that Word has too. */
async function documentInfo(pdf: PDFDocumentProxy): Promise<DocumentInfo> {
  const { info } = await pdf.getMetadata();
  const entries = info as Readonly<Record<string, unknown>>;
  const text = (key: string): string | undefined => {
    const value = entries[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return { title: text('Title'), author: text('Author'), subject: text('Subject'), keywords: text('Keywords') };
}
