import type { Message } from '../message.ts';
import type { Block, PageLayout, PlacedDrawing, TextDocument } from '../../opendocument/document.ts';
import { readDrawable, type DrawingContext } from './drawables.ts';
import { readStorage } from './text.ts';
import { TYPES } from './types.ts';

const A4 = { width: 595, height: 842 };
const MARGIN = 72;
/** A section's own headers and footers: of first pages, of even ones, of all others. */
const HEADERS = [25, 23, 24] as const;
const SECTIONS = 17;

/** A document of Pages since 2013 (TP.DocumentArchive). */
export function readPages(document: Message, context: DrawingContext, lists: TextDocument['lists']): TextDocument {
  const { archive } = context.text;
  const body = document.reference(4);
  const first = archive.message(body, TYPES.text)?.message(SECTIONS)?.messages(1)[0];
  const section = archive.message(first?.reference(2), TYPES.section);
  return {
    kind: 'text',
    page: pageOf(document),
    header: marginOf(section, 1, context),
    footer: marginOf(section, 2, context),
    body: readStorage(body, { ...context.text, hasOutline: true }),
    placed: placedOf(document, context),
    properties: {},
    lists,
  };
}

function pageOf(document: Message): PageLayout {
  const size = (number: number, usual: number): number => {
    const value = document.number(number) ?? usual;
    return value > 20 && value < 20_000 ? value : usual;
  };
  const side = (number: number): number => Math.max(0, Math.min(document.number(number) ?? MARGIN, 1000));
  const [header, footer] = [document.number(36), document.number(37)];
  return {
    width: size(30, A4.width),
    height: size(31, A4.height),
    margins: { left: side(32), right: side(33), top: side(34), bottom: side(35) },
    ...(header === undefined ? {} : { headerOffset: header }),
    ...(footer === undefined ? {} : { footerOffset: footer }),
  };
}

/** A header has three parts side by side: what is in them follows in one line, with tabs between. */
function marginOf(section: Message | undefined, field: 1 | 2, context: DrawingContext): Block[] {
  const { archive } = context.text;
  for (const number of HEADERS) {
    const headers = archive.message(section?.reference(number), TYPES.sectionHeaders);
    const blocks = (headers?.references(field) ?? []).flatMap((id) =>
      readStorage(id, { ...context.text, depth: 1, hasOutline: false }),
    );
    const filled = blocks.filter((block) => block.kind === 'table' || block.content.length > 0);
    if (filled.length > 0) return filled;
  }
  return [];
}

function placedOf(document: Message, context: DrawingContext): PlacedDrawing[] {
  const holder = context.text.archive.message(document.reference(3), TYPES.placedDrawables);
  return (holder?.messages(1) ?? []).flatMap((group) => {
    const page = (group.uint(1) ?? 0) + 1;
    // Objects are in the order in which they lie upon each other.
    const ids = [...group.messages(2), ...group.messages(3), ...group.messages(4)].flatMap(
      (entry) => entry.reference(1) ?? [],
    );
    return ids.flatMap((id) => readDrawable(id, context)).map((drawing) => ({ page, drawing }));
  });
}
