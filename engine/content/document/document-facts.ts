import type { Limits } from '../../contract/limits.ts';
import type { FactsOf } from './facts-of.ts';
import type { Block, Box, Document, Heading, Inline, Link, Page, Image, Table, Text } from './model.ts';
import { isComputed } from './outline.ts';
import { likelyTitleOf } from './slide-flow.ts';
import { Content, type Place } from './text-content.ts';

/** Formats of images that are drawings, not bitmaps. */
const VECTOR_IMAGE = /\.(?:emf|wmf|svgz?|svm)$/i;

/** Counts an image by the name of its file inside the document; one that is not there does not count. */
function countImage(content: Content, target: string | undefined): void {
  if (target === undefined) return;
  if (VECTOR_IMAGE.test(target)) content.shapes++;
  else content.figures++;
}

/** The facts of a document that says all of itself. */
export function factsOfDocument(
  { properties, blocks }: Document,
  limits: Limits,
  about: { readonly hasPages: boolean },
): FactsOf {
  const content = new Content(limits.verifiedTextChars);
  addBlocks(content, blocks);
  content.title = properties.title;
  content.hasMetadata = Object.keys(properties).length > 0;
  return { depth: 'content', features: content.features(), document: content.document(about) };
}

/** Adds to what was found what verification compares of a document: its words by their places, and counts. */
export function addBlocks(content: Content, blocks: Iterable<Block>): void {
  new BlockCollector(content).addAll(blocks, 'body');
}

/** Columns that one cell covers at most: of more, none is looked for. */
const MAX_COLUMNS = 1000;

class BlockCollector {
  readonly #content: Content;
  /** Those that were counted: the texts of a link share it. */
  readonly #links = new Set<Link>();
  #isOnPage = false;
  #likelyTitle: Block | undefined;
  /** Of a speaker's notes only the text counts, not what else their page shows. */
  #isInNotes = false;

  constructor(content: Content) {
    this.#content = content;
  }

  addAll(blocks: Iterable<Block>, place: Place): void {
    for (const block of blocks) this.#add(block, place);
  }

  #add(block: Block, place: Place): void {
    if (block.unshown === 'deleted' || block.unshown === 'comment' || isHidden(block)) return;
    // Programs compute labels, so that none is expected; in a result they may be what a source has as text.
    if (block.list?.label !== undefined) this.#content.append(`${block.list.label} `, 'formula');
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        if (block.kind === 'heading') this.#countHeading(block);
        this.#content.outline.addLine(block, { isTitle: block === this.#likelyTitle });
        return this.#addLine(block.inlines, place);
      case 'table':
        return this.#addTable(block, place);
      case 'image':
        if (!this.#isInNotes) this.#content.outline.addImage(block);
        return this.#addInline(block, place);
      case 'box':
        return this.#addBox(block, place);
      case 'page':
        return this.#addPage(block);
      case 'margin':
        return this.#content.outline.within({ place: block.unshown ? 'unshown' : 'margin', edge: block.edge }, () =>
          this.addAll(block.blocks, block.unshown ? 'unshown' : 'margin'),
        );
      case 'note':
        return this.#content.outline.within({ place: block.unshown ? 'unshown' : 'note', note: block.id }, () =>
          this.addAll(block.blocks, place === 'body' ? 'aside' : place),
        );
      case 'code':
        this.#content.outline.addCode(block);
        return this.#content.append(`${block.text}\n`, place);
      case 'quote':
      case 'aside':
        return this.addAll(block.blocks, place);
    }
  }

  #addBox({ drawing, blocks, link, unshown, frame }: Box, place: Place): void {
    if (drawing && !this.#isInNotes) this.#content.shapes++;
    if (link) {
      this.#countLink(link);
      if (!this.#isInNotes) this.#content.outline.addLink(link);
    }
    // What a chart is made of is drawn, and an object shows an image of itself.
    if (drawing === 'chart' || drawing === 'object') return;
    // Boxes on slides are their content; in a text they are beside it.
    const isAside = place === 'body' && !this.#isOnPage;
    const standing = unshown ? 'unshown' : isAside ? 'box' : this.#content.outline.place;
    const { outline } = this.#content;
    outline.within({ place: standing, box: outline.startBox(), ...(this.#isOnPage && { frame }) }, () =>
      this.addAll(blocks, unshown ? 'unshown' : isAside ? 'aside' : place),
    );
  }

  #addTable({ rows, isLayout }: Table, place: Place): void {
    const { outline } = this.#content;
    if (!isLayout && !this.#isInNotes) this.#content.tables++;
    const table = this.#isInNotes ? 0 : outline.startTable();
    let number = 0;
    let isSpanned = false;
    /** By column, how many rows are covered from above. */
    const covered: number[] = [];
    for (const row of rows) {
      number++;
      isSpanned ||= row.some(({ columns = 1, rows: below = 1 }) => columns > 1 || below > 1);
      let column = 0;
      for (const { blocks, columns = 1, rows: below = 1 } of row) {
        while (covered[column]) covered[column++]!--;
        const cell = [table, number, column + 1] as const;
        const cover = columns > 1 || below > 1 ? ([columns, below] as const) : undefined;
        const standing = table > 0 ? { cell, cover, ...(isSpanned && { isSpanned: true as const }) } : {};
        outline.within(standing, () => this.addAll(blocks, place));
        for (const end = column + Math.min(columns, MAX_COLUMNS); column < end; column++) covered[column] = below - 1;
      }
      for (; column < covered.length; column++) if (covered[column]) covered[column]!--;
    }
  }

  #addPage({ number, blocks, notes = [], unshown }: Page): void {
    if (unshown) this.#content.hiddenPages++;
    else this.#content.startPage();
    this.#isOnPage = true;
    const { outline } = this.#content;
    this.#likelyTitle = likelyTitleOf(blocks.filter((block) => block.kind !== 'box' || !block.drawing));
    outline.within({ page: number, ...(unshown && { place: 'speaker' }) }, () =>
      this.addAll(blocks, unshown ? 'unshown' : 'body'),
    );
    this.#isInNotes = true;
    outline.within({ page: number, place: 'speaker' }, () => this.addAll(notes, 'unshown'));
    this.#isInNotes = false;
    this.#isOnPage = false;
  }

  #countHeading({ inlines, isTitle }: Heading): void {
    const hasText = inlines.some((inline) => inline.kind === 'text' && isCompared(inline) && inline.text.trim() !== '');
    if (!hasText || this.#isInNotes) return;
    this.#content.headings++;
    if (isTitle) this.#content.titles++;
  }

  #addLine(inlines: readonly Inline[], place: Place): void {
    for (const inline of inlines) this.#addInline(inline, place);
    this.#content.append('\n', place);
  }

  #addInline(inline: Inline, place: Place): void {
    if (inline.unshown === 'deleted') return;
    switch (inline.kind) {
      case 'text':
        if (inline.link && inline.unshown === undefined) this.#countLink(inline.link);
        if (isCompared(inline)) {
          this.#content.append(inline.text, place);
          if (place !== 'unshown') this.#countShown(inline);
        }
        // It may be drawn as outlines or be text: a result may have it, and need not.
        else if (inline.unshown === 'uncertain') this.#content.append(`${inline.text} `, 'formula');
        return;
      case 'formula':
        if (inline.unshown === undefined) this.#content.formulas++;
        return this.#content.append(`${inline.text} `, 'formula');
      case 'image':
        if (inline.link) this.#countLink(inline.link);
        if (!this.#isInNotes) this.#countImage(inline, place);
    }
  }

  #countShown({ text, style }: Text): void {
    const count = text.replace(/\s/g, '').length;
    this.#content.shownChars += count;
    if (style?.isFaint) this.#content.faintChars += count;
  }

  #countImage({ unshown, source = '' }: Image, place: Place): void {
    if (unshown === 'hidden' || unshown === 'alternative') return;
    const before = this.#content.figures;
    countImage(this.#content, source);
    if (place === 'margin') this.#content.marginFigures += this.#content.figures - before;
    if (unshown === 'uncertain') this.#content.unshownFigures += this.#content.figures - before;
  }

  #countLink(link: Link): void {
    if (this.#isInNotes || this.#links.has(link)) return;
    this.#links.add(link);
    this.#content.links++;
  }
}

/** What is hidden of a text; hidden slides, headers and boxes are told apart by their words. */
function isHidden({ kind, unshown }: Block): boolean {
  if (kind === 'page' || kind === 'margin' || kind === 'box') return false;
  return unshown === 'hidden' || unshown === 'alternative';
}

/** Hidden text is not, nor is what differs from page to page and from day to day. */
function isCompared({ unshown, field }: Text): boolean {
  return unshown === undefined && (field === undefined || !isComputed(field));
}
