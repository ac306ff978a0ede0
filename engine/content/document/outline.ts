import {
  COMPUTED,
  MAX_OUTLINE_BLOCKS,
  type OutlineBlock,
  type OutlineLink,
  type OutlineImage,
  type OutlinePlace,
  type StyledText,
} from '../../contract/outline.ts';
import { hashHex } from '../../io/hash.ts';
import { imageTypeOf } from './book/image-type.ts';
import { imageSize, withoutTrailer } from './image-size.ts';
import type { Code, Field, Frame, Heading, Inline, Link, ListPlace, Paragraph, Image, Text } from './model.ts';

/** Bytes of images that are hashed; the others are known by their size and their place. */
const MAX_HASHED_BYTES = 128_000_000;

/** Where the blocks are that come now. */
interface Standing {
  readonly place: OutlinePlace;
  readonly cell?: readonly [table: number, row: number, column: number];
  readonly isSpanned?: true;
  readonly cover?: OutlineBlock['cover'] | undefined;
  readonly page?: number;
  readonly box?: number;
  readonly frame?: Frame;
  readonly edge?: OutlineBlock['edge'];
  readonly note?: string;
}

/** Collects the outline of a document: blocks as they are shown, up to a number of characters and of blocks. */
export class OutlineBuilder {
  readonly blocks: OutlineBlock[] = [];
  #standing: Standing = { place: 'body' };
  #charsLeft: number;
  #bytesLeft = MAX_HASHED_BYTES;
  readonly #anchors: string[] = [];
  #tables = 0;
  #boxes = 0;
  /** Images by the name of their part: one that is shown often is read once. */
  readonly #images = new Map<string, OutlineImage>();

  constructor(maxChars: number) {
    this.#charsLeft = maxChars;
  }

  get place(): OutlinePlace {
    return this.#standing.place;
  }

  /** Collects what `add` adds as standing elsewhere. */
  within(standing: Partial<Standing>, add: () => void): void {
    const outer = this.#standing;
    this.#standing = { ...outer, ...standing };
    add();
    this.#standing = outer;
  }

  /** The number of a table that begins, from 1. */
  startTable(): number {
    return ++this.#tables;
  }

  /** The number of a box that begins, from 1. */
  startBox(): number {
    return ++this.#boxes;
  }

  /** `isTitle`: it looks like the title of its slide, which some formats say and others do not. */
  addLine(block: Paragraph | Heading, { isTitle = false } = {}): void {
    if (block.unshown !== undefined && block.unshown !== 'uncertain') return;
    const { shown, computed, uncertain, marks, markLabels, beside, anchors } = lineOf(block.inlines);
    if (uncertain.trim() !== '') this.#push({ kind: 'paragraph', place: 'unshown', text: uncertain });
    if (block.unshown) {
      if (shown.trim() !== '') this.#push({ kind: 'paragraph', place: 'unshown', text: shown });
      return;
    }
    const links = linksOf(block.inlines);
    const styled = styledOf(block.inlines);
    this.#anchors.push(...anchors);
    if (shown.trim() !== '') {
      this.#push({
        kind: isTitle ? 'heading' : block.kind,
        text: shown,
        ...(computed !== shown && { computed }),
        ...(block.kind === 'heading' && { level: block.isTitle ? 0 : block.level }),
        ...itemOf(block.list),
        ...(links.length > 0 && { links }),
        ...(marks.length > 0 && { marks, markLabels }),
        ...(styled && { styled }),
        ...this.#takeAnchors(),
      });
    }
    for (const inline of beside) if (inline.kind === 'image') this.addImage(inline);
    for (const inline of beside)
      if (inline.kind === 'formula') {
        this.#push({ kind: 'formula', place: 'formula', text: inline.text });
      }
  }

  /** The places that links lead to since the last block: of an empty paragraph they are those of the next one. */
  #takeAnchors(): Pick<OutlineBlock, 'anchors'> {
    const anchors = this.#anchors.splice(0);
    return anchors.length > 0 ? { anchors } : {};
  }

  addCode({ text }: Code): void {
    if (text.trim() !== '') this.#push({ kind: 'code', text });
  }

  addImage(image: Image): void {
    if (image.unshown !== undefined) return;
    const { link, alternative } = image;
    const described = this.#describe(image);
    const shown = shownOf(image, described.size);
    const links = link && link.href !== '' ? [{ text: '', href: link.href }] : [];
    this.#push({
      kind: 'image',
      text: '',
      image: { ...described, alternative, ...(shown && { shown }) },
      ...(links.length > 0 && { links }),
    });
  }

  /** A link that is no text: a whole shape leads somewhere. */
  addLink({ href }: Link): void {
    if (href !== '') this.#push({ kind: 'paragraph', text: '', links: [{ text: '', href }] });
  }

  #push(block: Pick<OutlineBlock, 'kind' | 'text'> & Partial<OutlineBlock>): void {
    if (this.blocks.length >= MAX_OUTLINE_BLOCKS || block.text.length > this.#charsLeft) return;
    this.#charsLeft -= block.text.length;
    const { cover, ...standing } = this.#standing;
    this.blocks.push({ ...standing, ...(cover && { cover }), ...block });
  }

  #describe(image: Image): OutlineImage {
    const { source, mimeType } = image;
    const known = source === undefined ? undefined : this.#images.get(source);
    if (known) return known;
    const described = { mimeType, alternative: '', ...this.#measure(image) };
    if (source !== undefined) this.#images.set(source, described);
    return described;
  }

  #measure({ read, mimeType, source }: Image): Partial<OutlineImage> {
    if (!read) return source === undefined ? {} : { name: nameOf(source) };
    const bytes = readImage(read);
    if (!bytes) return { isMissing: true };
    const size = imageSize(bytes);
    const type = mimeType === '' ? { mimeType: imageTypeOf(bytes) ?? '' } : {};
    if (bytes.byteLength > this.#bytesLeft) return { size, ...type };
    this.#bytesLeft -= bytes.byteLength;
    return { hash: hashHex('sha1', withoutTrailer(bytes)), size, ...type };
  }
}

/** As it is shown: of a bitmap, one side says the other. */
function shownOf({ width, height }: Image, size: OutlineImage['size']): OutlineImage['shown'] {
  if (width && height) return { width, height };
  if (!size || size.width === 0 || size.height === 0) return undefined;
  if (width) return { width, height: (width * size.height) / size.width };
  return height ? { width: (height * size.width) / size.height, height } : undefined;
}

/** A path may be spelled in several ways. */
function nameOf(source: string): string {
  const plain = source.replace(/^(?:file:)?(?:\.\/)*/, '');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** An image that cannot be read is none for any reader. */
function readImage(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

interface Line {
  readonly shown: string;
  readonly computed: string;
  /** What programs may show, and may not. */
  readonly uncertain: string;
  readonly marks: readonly string[];
  readonly markLabels: readonly (string | undefined)[];
  readonly beside: readonly Inline[];
  readonly anchors: readonly string[];
}

/** What a paragraph shows as text, the notes that it refers to, and what is in it beside text. */
function lineOf(inlines: readonly Inline[]): Line {
  let shown = '';
  let computed = '';
  let uncertain = '';
  const marks: string[] = [];
  const markLabels: (string | undefined)[] = [];
  const beside: Inline[] = [];
  const anchors: string[] = [];
  for (const inline of inlines) {
    if (inline.kind === 'text' && inline.unshown === 'uncertain') uncertain += textAsShown(inline);
    if (inline.unshown !== undefined) continue;
    const before = shown.length;
    if (inline.kind === 'text') shown += textAsShown(inline);
    else if (inline.kind === 'note-mark') {
      if (inline.note === 'comment') continue;
      shown += COMPUTED;
      marks.push(inline.id);
      markLabels.push(inline.label);
    } else if (inline.kind === 'anchor') anchors.push(inline.id);
    else {
      if (inline.kind === 'formula') shown += COMPUTED;
      beside.push(inline);
    }
    computed += inline.kind === 'text' ? inline.text : shown.slice(before);
  }
  return { shown, computed, uncertain, marks, markLabels, beside, anchors };
}

/** Exponents and indices that are characters of their own. */
const RAISED = /[\u00b2\u00b3\u00b9\u2070-\u209c]/gu;

function styledOf(inlines: readonly Inline[]): StyledText | undefined {
  let [bold, italic, raised] = [0, 0, ''];
  for (const inline of inlines) {
    if (inline.kind !== 'text' || inline.unshown !== undefined) continue;
    const { text, style } = inline;
    if (style?.script) raised += text.trim();
    else raised += text.match(RAISED)?.join('') ?? '';
    if (!style?.bold && !style?.italic) continue;
    const count = text.replace(/\s/g, '').length;
    if (style.bold) bold += count;
    if (style.italic) italic += count;
  }
  if (bold === 0 && italic === 0 && raised === '') return undefined;
  return { ...(bold > 0 && { bold }), ...(italic > 0 && { italic }), ...(raised !== '' && { raised }) };
}

function textAsShown({ text, field }: Text): string {
  // The reading of ruby is above its text, or nowhere.
  return field !== undefined && (isComputed(field) || isReading(field)) ? COMPUTED : text;
}

/** A reading alone; an equation field that sets one holds its text as well. */
function isReading({ field, code }: Field): boolean {
  return field === 'ruby' && code === undefined;
}

/** What differs from page to page and from day to day. */
export function isComputed({ isComputed: isOwn, within }: Field): boolean {
  return isOwn || (within !== undefined && isComputed(within));
}

/** The links of a line with their texts; all pieces of one are one. */
function linksOf(inlines: readonly Inline[]): OutlineLink[] {
  const texts = new Map<Link, string>();
  for (const inline of inlines) {
    if (inline.kind !== 'text' || inline.unshown !== undefined || !inline.link || inline.link.href === '') continue;
    texts.set(inline.link, (texts.get(inline.link) ?? '') + textAsShown(inline));
  }
  return Array.from(texts, ([{ href }, text]) => ({ text, href }));
}

function itemOf(list: ListPlace | undefined): Pick<OutlineBlock, 'item'> {
  if (!list || list.isContinued) return {};
  const { level, isOrdered, label, isChecked } = list;
  return {
    item: { level, isOrdered, ...(label !== undefined && { label }), ...(isChecked !== undefined && { isChecked }) },
  };
}
