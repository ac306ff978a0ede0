import { DEFAULT_LIMITS, MiB } from '../contract/limits.ts';
import type { RunContext } from '../contract/codec.ts';
import { openCompoundFile } from '../io/compound-file.ts';
import { openDoc, readDoc } from '../content/document/doc/reader.ts';
import { readDocx } from '../content/document/docx/reader.ts';
import { type FlowBlock, inFlow } from '../content/document/flow.ts';
import type { Document, Image, ListPlace, Text } from '../content/document/model.ts';
import { openOfficePackage } from '../content/document/ooxml/package.ts';
import { openOpenDocument } from '../content/document/opendocument/package.ts';
import { readOpenDocument } from '../content/document/opendocument/reader.ts';
import { readPptx } from '../content/document/pptx/reader.ts';
import { openRtf, readRtf } from '../content/document/rtf/reader.ts';
import type { Shown, ShownBlock, ShownCell, ShownText } from './shown.ts';

/** What is shown of a document at most: about ten pages. */
const MOST = { blocks: 400, characters: 60_000, rows: 200, columns: 40, imageBytes: 8 * MiB } as const;

const LIMITS = { ...DEFAULT_LIMITS, expandedBytes: 128 * MiB };

/** Reads the beginning of a document with the engine's own readers. Throws where the file is not what it should be. */
export function readShownDocument(bytes: Uint8Array, format: string): Shown {
  const { blocks } = open(bytes, format);
  const writer = new ShownWriter();
  return { blocks: writer.blocks(inFlow(blocks)), sheets: [], isCut: writer.isFull };
}

function open(bytes: Uint8Array, format: string): Document {
  const context = { limits: LIMITS, signal: new AbortController().signal, warn: () => {} } as unknown as RunContext;
  switch (format) {
    case 'doc':
    case 'dot':
      return readDoc(openDoc(openCompoundFile(bytes)));
    case 'rtf':
      return readRtf(openRtf(bytes), context);
    case 'pptx':
    case 'pptm':
    case 'ppsx':
    case 'potx':
      return readPptx(openOfficePackage(bytes, LIMITS), context);
    case 'odt':
    case 'ott':
    case 'odp':
    case 'otp': {
      const document = openOpenDocument(bytes, LIMITS);
      if (document === 'encrypted') throw new Error('encrypted');
      return readOpenDocument(document, context);
    }
    default:
      return readDocx(openOfficePackage(bytes, LIMITS), context);
  }
}

/** Makes plain data of blocks until there is enough. */
class ShownWriter {
  #blocks = 0;
  #characters = 0;
  #imageBytes = 0;
  readonly #counts: number[] = [];

  get isFull(): boolean {
    return this.#blocks >= MOST.blocks || this.#characters >= MOST.characters;
  }

  blocks(blocks: Iterable<FlowBlock>): ShownBlock[] {
    const shown: ShownBlock[] = [];
    for (const block of blocks) {
      if (this.isFull) break;
      this.#blocks++;
      const one = this.#block(block);
      if (one) shown.push(one);
    }
    return shown;
  }

  #block(block: FlowBlock): ShownBlock | undefined {
    switch (block.kind) {
      case 'paragraph':
      case 'heading': {
        const texts = this.#texts(block.inlines);
        const item = block.list && { label: this.#labelOf(block.list), level: block.list.level };
        const alignment = block.style?.alignment;
        const heading = block.kind === 'heading' ? block.level : 0;
        return { kind: 'line', heading, texts, ...(item && { item }), ...(alignment && { alignment }) };
      }
      case 'table':
        return { kind: 'table', rows: this.#rows(block.rows), headerRows: block.headerRows ?? 1 };
      case 'image':
        return { kind: 'image', alternative: block.alternative, file: this.#file(block) };
      case 'code':
        return { kind: 'code', text: this.#text(block.text) };
      case 'quote':
        return { kind: 'group', label: '', blocks: this.blocks(block.blocks) };
      case 'aside':
        return { kind: 'group', label: block.label, blocks: this.blocks(block.blocks) };
      case 'mark':
        return { kind: 'group', label: block.text, blocks: [] };
      case 'rule':
        return { kind: 'rule' };
    }
  }

  #rows(
    rows: Iterable<readonly { readonly inlines: readonly Text[]; readonly columns?: number; readonly rows?: number }[]>,
  ) {
    const shown: ShownCell[][] = [];
    // A table is walked to its end: what follows it is only told then.
    for (const row of rows)
      if (shown.length < MOST.rows && !this.isFull)
        shown.push(
          row.slice(0, MOST.columns).map((cell) => ({
            texts: this.#texts(cell.inlines),
            columns: Math.min(MOST.columns, cell.columns ?? 1),
            rows: Math.min(MOST.rows, cell.rows ?? 1),
          })),
        );
    return shown;
  }

  #texts(inlines: readonly Text[]): ShownText[] {
    return inlines.map(({ text, style = {}, link }) => ({
      text: this.#text(text),
      styles: [
        ...(['bold', 'italic', 'underline', 'strike', 'code'] as const).filter((name) => style[name]),
        ...(style.script ? [style.script] : []),
        ...(link ? ['link'] : []),
      ],
    }));
  }

  #text(text: string): string {
    const shown = text.slice(0, Math.max(0, MOST.characters - this.#characters));
    this.#characters += shown.length;
    return shown;
  }

  #labelOf({ level, isOrdered, number, label, isContinued, isChecked }: ListPlace): string {
    this.#counts.length = level + 1;
    if (isContinued) return '';
    const count = number ?? (this.#counts[level] ?? 0) + 1;
    this.#counts[level] = count;
    if (isChecked !== undefined) return isChecked ? '☑' : '☐';
    return label ?? (isOrdered ? `${count}.` : '•');
  }

  /** The bytes of a bitmap that browsers show; nothing of drawings, and nothing that the file only refers to. */
  #file(image: Image): Blob | undefined {
    if (this.#imageBytes >= MOST.imageBytes || !image.read) return undefined;
    const bytes = bytesOf(image.read);
    const type = bytes && bitmapTypeOf(bytes);
    if (!type || this.#imageBytes + bytes.byteLength > MOST.imageBytes) return undefined;
    this.#imageBytes += bytes.byteLength;
    return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
  }
}

/** An image that cannot be read is shown by its words. */
function bytesOf(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const BITMAPS = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
] as const;

function bitmapTypeOf(bytes: Uint8Array): string | undefined {
  return BITMAPS.find(([, magic]) => magic.every((byte, index) => bytes[index] === byte))?.[0];
}
