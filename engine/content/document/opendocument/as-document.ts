import type {
  Block,
  Box,
  Document,
  Field,
  Inline,
  Link,
  ListPlace,
  Note,
  NoteKind,
  Page,
  Image,
  Table,
  Text,
  TextStyle,
} from '../model.ts';
import { numeral } from '../list-numerals.ts';
import type * as Source from './document.ts';

const EDGES = ['header', 'footer'] as const;
const FORMATS = { '1': 'decimal', a: 'lowerLetter', A: 'upperLetter', i: 'lowerRoman', I: 'upperRoman' } as const;
const ROLES = { title: 'title', outline: 'content' } as const;
const PAGE_FIELDS = {
  'page-number': { field: 'page-number', isComputed: true },
  'page-count': { field: 'page-count', isComputed: true },
} as const satisfies Record<string, Field>;

/** What a document that is written as OpenDocument says, in the terms that all formats share. */
export function documentOf(source: Source.TextDocument | Source.Presentation): Document {
  const { comment, ...properties } = source.properties;
  const reader = new Translator(source.lists);
  return {
    properties: { ...properties, ...(comment !== undefined && { description: comment }) },
    blocks: source.kind === 'text' ? reader.text(source) : reader.slides(source),
  };
}

class Translator {
  readonly #lists: readonly Source.ListStyle[];
  /** The numbers of the items so far, by list and level: a list goes on wherever its style comes again. */
  readonly #counts = new Map<number, number[]>();
  #notes = 0;

  constructor(lists: readonly Source.ListStyle[]) {
    this.#lists = lists;
  }

  *text(source: Source.TextDocument): Generator<Block> {
    for (const edge of EDGES)
      if (source[edge].length > 0) yield { kind: 'margin', edge, blocks: this.#blocks(source[edge]) };
    yield* source.placed.flatMap(({ drawing }) => this.#drawing(drawing, false));
    yield* this.#blocks(source.body);
  }

  *slides({ slides }: Source.Presentation): Generator<Page> {
    for (const [index, { drawings, notes, isHidden }] of slides.entries()) {
      yield {
        kind: 'page',
        number: index + 1,
        blocks: drawings.flatMap((drawing) => this.#drawing(drawing, true)),
        ...(notes.length > 0 && { notes: this.#blocks(notes) }),
        ...(isHidden && { unshown: 'hidden' }),
      };
    }
  }

  #blocks(blocks: readonly Source.Block[], isTitle = false): Block[] {
    return blocks.flatMap((block) =>
      block.kind === 'table' ? this.#table(block) : this.#paragraph(block, isTitle ? 1 : block.heading),
    );
  }

  /** The paragraph, and what is anchored in it. */
  #paragraph({ content, list }: Source.Paragraph, level: number | undefined): Block[] {
    const after: Block[] = [];
    const inlines = content.flatMap((inline) => this.#inline(inline, after));
    const place = list && this.#place(list);
    return [
      level === undefined
        ? { kind: 'paragraph', inlines, ...(place && { list: place }) }
        : { kind: 'heading', level, inlines },
      ...after,
    ];
  }

  #place({ list, level }: NonNullable<Source.Paragraph['list']>): ListPlace | undefined {
    const counts = this.#counts.get(list) ?? [];
    this.#counts.set(list, counts);
    counts[level] = (counts[level] ?? 0) + 1;
    counts.length = level + 1;
    const label = this.#lists[list]?.levels[level]?.label;
    if (!label || label.kind === 'none') return undefined;
    if (label.kind === 'bullet') return { level, isOrdered: false };
    const { prefix, suffix, format } = label;
    const number = counts[level]!;
    return { level, isOrdered: true, number, label: `${prefix}${numeral(number, FORMATS[format])}${suffix}` };
  }

  #inline(inline: Source.Inline, after: Block[], link?: Link): Inline[] {
    switch (inline.kind) {
      case 'text':
        return [textOf(inline.text, inline.style, link)];
      case 'tab':
        return [textOf('\t', inline.style, link)];
      case 'line-break':
        return [textOf('\n', inline.style, link)];
      case 'page-number':
      case 'page-count':
        return [{ ...textOf('1', inline.style, link), field: PAGE_FIELDS[inline.kind] }];
      case 'link': {
        const shared: Link = { href: inline.href };
        return inline.content.flatMap((inner) => this.#inline(inner, after, shared));
      }
      case 'note':
        return this.#note(inline.note, inline.body, after);
      case 'comment':
        return this.#note('comment', inline.body, after);
      case 'drawing':
        after.push(...this.#drawing(inline.drawing, false));
        return [];
    }
  }

  #note(note: NoteKind, body: readonly Source.Block[], after: Block[]): Inline[] {
    const id = `${note}-${++this.#notes}`;
    const block: Note = { kind: 'note', note, id, blocks: this.#blocks(body) };
    after.push(note === 'comment' ? { ...block, unshown: 'comment' } : block);
    return [{ kind: 'note-mark', note, id }];
  }

  #table({ rows, headerRows }: Source.Table): Table {
    return {
      kind: 'table',
      headerRows,
      rows: rows.map(({ cells }) =>
        cells
          .filter((cell) => cell.kind === 'cell')
          .map(({ content, columnSpan, rowSpan }) => ({
            blocks: this.#blocks(content),
            ...(columnSpan !== undefined && { columns: columnSpan }),
            ...(rowSpan !== undefined && { rows: rowSpan }),
          })),
      ),
    };
  }

  #drawing({ content, frame, role, alternative = '' }: Source.Drawing, isOnSlide: boolean): Block[] {
    const { x, y, width, height } = frame;
    const blocks = this.#inside(content, { isTitle: role === 'title', alternative });
    // An image in a text needs no box around it.
    if (content.kind === 'image' && !isOnSlide) return blocks;
    const box: Box = {
      kind: 'box',
      blocks,
      frame: { x, y, width, height },
      ...(content.kind === 'shape' && { drawing: 'shape' }),
      ...(role && { role: ROLES[role] }),
    };
    return [box];
  }

  #inside(
    content: Source.DrawingContent,
    { isTitle, alternative }: { readonly isTitle: boolean; readonly alternative: string },
  ): Block[] {
    if (content.kind === 'image') return [imageOf(content.image, alternative)];
    return content.kind === 'table' ? [this.#table(content.table)] : this.#blocks(content.text, isTitle);
  }
}

function textOf(value: string, { position, ...style }: Source.TextStyle, link: Link | undefined): Text {
  const textStyle: TextStyle = { ...style, ...(position && { script: position }) };
  return {
    kind: 'text',
    text: value,
    ...(Object.keys(textStyle).length > 0 && { style: textStyle }),
    ...(link && { link }),
  };
}

function imageOf({ name, bytes, mime }: Source.Image, alternative: string): Image {
  return { kind: 'image', alternative, mimeType: mime, read: () => bytes, source: name };
}
