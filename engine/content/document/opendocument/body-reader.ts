import { scanXmlInSteps, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type {
  Block,
  Field,
  Heading,
  Inline,
  Link,
  ListPlace,
  Note,
  NoteKind,
  Paragraph,
  TableCell,
  TextStyle,
} from '../model.ts';
import { BODIES, COMPUTED, DRAWN, MARGIN, SKIPPED } from './elements.ts';
import { FormulaText } from './formula.ts';
import { BoxBuilder, type Surroundings } from './frames.ts';
import { ListCounts, type OpenList } from './list-counts.ts';
import type { StylesInUse } from './styles-in-use.ts';

const RUBY: Field = { field: 'ruby', isComputed: false };
const MAX_SPANNED = 1000;
const MAX_SPACES = 100;

interface BodyPart {
  readonly maxDepth: number;
  readonly surroundings: Surroundings;
  readonly styles: StylesInUse;
  /** The body, or the headers and footers of the master pages. */
  readonly part: 'body' | 'margins';
  /** Is told the kind of body before its blocks come, and says what is in front of them. */
  readonly begin?: (kind: string) => readonly Block[];
}

/** The blocks of one part of an OpenDocument file (ODF 1.3 part 3), as far as it is read. */
export function* readBody(source: string, part: BodyPart): Generator<Block> {
  const reader = new BodyReader(part);
  const steps = scanXmlInSteps(source, reader, part.maxDepth, { doctype: 'skip' });
  while (!steps.next().done) yield* reader.take();
}

/** What holds blocks: the body, a page, a box, a cell, a note. */
interface Holder {
  readonly blocks: Block[];
  /** The lists that are open, the outermost first. */
  readonly lists: OpenList[];
  /** The item that is open has had a paragraph, or it shows no label. */
  isContinued: boolean;
  /** Of what is open in its paragraph. */
  textStyles: (TextStyle | undefined)[];
  readonly fields: Field[];
  paragraph: OpenParagraph | undefined;
}

interface OpenParagraph {
  readonly inlines: Inline[];
  /** What is anchored in it: it follows. */
  after?: Block[];
  /** Level in the outline. */
  readonly level: number | undefined;
  readonly isHidden: boolean;
}

interface OpenTable {
  readonly rows: TableCell[][];
  spans: Pick<TableCell, 'columns' | 'rows'>;
}

interface OpenLink {
  readonly link: Link;
  readonly holder: Holder;
  isUsed: boolean;
}

type OpenNote = Pick<Note, 'note' | 'id'>;

class BodyReader implements XmlHandler {
  readonly #part: BodyPart;
  readonly #lists: ListCounts;
  readonly #holders: Holder[] = [holder()];
  readonly #tables: OpenTable[] = [];
  readonly #boxes: BoxBuilder[] = [];
  readonly #links: OpenLink[] = [];
  #skipDepth = 0;
  #insideDepth = 0;
  #hasKind = false;
  readonly #notes: OpenNote[] = [];
  #noteCount = 0;
  #noteKind: NoteKind = 'footnote';
  #citation: string | undefined;
  #hiddenDepth = 0;
  readonly #hiddenSpans: boolean[] = [];
  #pageCount = 0;
  #isHiddenPage = false;
  /** On a slide itself, not on its page of notes. */
  #isOnSlide = false;
  #notesOfPage: readonly Block[] = [];
  #inImage = false;
  #formula: FormulaText | undefined;
  /** The text of an element that is no paragraph, where it is wanted. */
  #captured: string | undefined;

  constructor(part: BodyPart) {
    this.#part = part;
    this.#lists = new ListCounts(part.styles);
  }

  take(): Block[] {
    return this.#holders[0]!.blocks.splice(0);
  }

  get #holder(): Holder {
    return this.#holders.at(-1)!;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0) this.#skipDepth++;
    else if (this.#formula) this.#formula.open(name);
    else if (this.#insideDepth > 0) this.#openInside(name, attributes);
    else if (this.#isEntrance(name)) this.#enter();
    else this.#part.styles.open(name, attributes);
  }

  #isEntrance(name: string): boolean {
    return this.#part.part === 'body' ? name === 'body' : MARGIN.test(name);
  }

  #enter(): void {
    this.#insideDepth++;
    if (this.#part.part === 'margins') this.#holders.push(holder());
  }

  #openInside(name: string, attributes: XmlAttributes): void {
    if (SKIPPED.has(name)) {
      this.#skipDepth++;
      return;
    }
    switch (name) {
      case 'p':
      case 'h':
        return this.#openParagraph(name, attributes);
      case 's':
        return this.#addText(' '.repeat(Math.min(Number(attributes.get('c') ?? 1) || 1, MAX_SPACES)));
      case 'tab':
        return this.#addText('\t');
      case 'line-break':
        return this.#addText('\n');
      case 'span':
        return this.#openSpan(attributes);
      case 'bookmark':
      case 'bookmark-start':
        return void this.#holder.paragraph?.inlines.push({ kind: 'anchor', id: attributes.get('name') ?? '' });
      case 'math':
        this.#formula = new FormulaText();
        return;
      case 'a':
        this.#links.push({ link: { href: attributes.get('href') ?? '' }, holder: this.#holder, isUsed: false });
        return;
      case 'ruby-text':
        this.#holder.fields.push(RUBY);
        return;
      case 'hidden-text':
        this.#hiddenDepth++;
        return;
      case 'list':
        return void this.#holder.lists.push(this.#lists.open(this.#holder.lists.at(-1), attributes));
      case 'list-item':
      case 'list-header':
        this.#holder.isContinued = name === 'list-header';
        if (name === 'list-item') this.#lists.count(this.#holder.lists, attributes.get('start-value'));
        return;
      case 'table':
        this.#tables.push({ rows: [], spans: {} });
        return;
      case 'table-row':
        this.#tables.at(-1)?.rows.push([]);
        return;
      case 'table-cell':
      case 'covered-table-cell':
        return this.#openCell(attributes);
      case 'note':
        this.#noteKind = attributes.get('note-class') === 'endnote' ? 'endnote' : 'footnote';
        return;
      case 'note-body':
        return this.#openNote(this.#noteKind);
      case 'annotation':
        return this.#openNote('comment');
      case 'notes':
        this.#isOnSlide = false;
        this.#holders.push(holder());
        return;
      case 'tracked-changes':
        this.#holders.push(holder());
        return;
      case 'page':
        return this.#openPage(attributes.get('style-name') ?? '');
      case 'image':
        this.#inImage = true;
        return this.#boxes.at(-1)?.addImage(attributes);
      case 'object':
      case 'object-ole':
        return this.#boxes.at(-1)?.addObject(attributes);
      case 'binary-data':
        if (this.#inImage) this.#captured = '';
        else this.#skipDepth++;
        return;
      case 'note-citation':
      case 'desc':
        this.#captured = '';
        return;
      case 'body':
        this.#insideDepth++;
        return;
    }
    if (COMPUTED.has(name)) this.#openField(name, attributes);
    else if (DRAWN.has(name)) this.#openBox(name, attributes);
    else if (BODIES.has(name)) this.#openKind(name);
  }

  close(name: string): void {
    if (this.#skipDepth > 0) this.#skipDepth--;
    else if (this.#formula) this.#closeFormula(name);
    else if (this.#insideDepth > 0) this.#closeInside(name);
  }

  #closeInside(name: string): void {
    switch (name) {
      case 'p':
      case 'h':
        return this.#closeParagraph();
      case 'span':
        this.#holder.textStyles.pop();
        this.#hiddenSpans.pop();
        return;
      case 'a':
        return this.#closeLink();
      case 'ruby-text':
        this.#holder.fields.pop();
        return;
      case 'hidden-text':
        this.#hiddenDepth--;
        return;
      case 'list':
        this.#holder.lists.pop();
        return;
      case 'table':
        return this.#closeTable();
      case 'table-cell':
      case 'covered-table-cell':
        return this.#closeCell(name);
      case 'note-body':
        return this.#closeNote();
      case 'annotation':
        return this.#closeNote();
      case 'tracked-changes': {
        const { blocks } = this.#holders.pop()!;
        this.#holder.blocks.push(...blocks.map((block): Block => ({ ...block, unshown: 'deleted' })));
        return;
      }
      case 'notes':
        this.#notesOfPage = this.#holders.pop()!.blocks;
        return;
      case 'page':
        return this.#closePage();
      case 'image':
        this.#inImage = false;
        return;
      case 'note-citation':
      case 'desc':
      case 'binary-data':
        return this.#closeCaptured(name);
      case 'body':
        this.#insideDepth--;
        return;
    }
    if (COMPUTED.has(name)) this.#closeField(name);
    else if (DRAWN.has(name)) this.#closeBox();
    else if (this.#part.part === 'margins' && MARGIN.test(name)) this.#leave(name);
  }

  text(value: string): void {
    if (this.#skipDepth > 0 || this.#insideDepth === 0) return;
    if (this.#formula) this.#formula.text(value);
    else if (this.#captured !== undefined) this.#captured += value;
    else if (this.#holder.paragraph) this.#addText(value.replace(/\s+/g, ' '));
  }

  #leave(name: string): void {
    this.#insideDepth--;
    const { blocks } = this.#holders.pop()!;
    const edge = name.startsWith('header') ? 'header' : 'footer';
    this.#holder.blocks.push({ kind: 'margin', edge, blocks });
  }

  #openKind(name: string): void {
    if (this.#hasKind) return;
    this.#hasKind = true;
    this.#holder.blocks.push(...(this.#part.begin?.(name) ?? []));
  }

  #openParagraph(name: string, attributes: XmlAttributes): void {
    const isTitle = this.#isOnSlide && this.#boxes.some(({ role }) => role === 'title');
    const level = name === 'h' || isTitle ? Number(attributes.get('outline-level') ?? 1) || 1 : undefined;
    const isHidden = this.#part.styles.hidesText(attributes.get('style-name'));
    this.#holder.paragraph = { inlines: [], level, isHidden };
    this.#holder.textStyles = [this.#part.styles.paragraphText(attributes.get('style-name'))];
  }

  #closeParagraph(): void {
    const { paragraph, lists, blocks } = this.#holder;
    if (!paragraph) return;
    const { inlines, after, level, isHidden } = paragraph;
    const list = this.#listPlace(lists);
    this.#holder.isContinued = true;
    const block: Paragraph | Heading = {
      ...(level === undefined
        ? { kind: 'paragraph', inlines, ...(list && { list }) }
        : { kind: 'heading', level, inlines }),
      ...(isHidden && { unshown: 'hidden' }),
    };
    blocks.push(block);
    if (after) blocks.push(...after);
    this.#holder.paragraph = undefined;
  }

  #listPlace(lists: readonly OpenList[]): ListPlace | undefined {
    if (lists.length === 0) return undefined;
    const { label, ...place } = this.#lists.placeOf(lists);
    if (this.#holder.isContinued) return { ...place, isContinued: true };
    return label === undefined ? place : { ...place, label };
  }

  #openSpan(attributes: XmlAttributes): void {
    const { textStyles } = this.#holder;
    const style = this.#part.styles.text(attributes.get('style-name'));
    this.#hiddenSpans.push(this.#part.styles.hidesText(attributes.get('style-name')));
    const outer = textStyles.at(-1);
    textStyles.push(style && outer ? { ...outer, ...style } : (style ?? outer));
  }

  #openField(name: string, attributes: XmlAttributes): void {
    const { paragraph, fields } = this.#holder;
    if (paragraph) {
      const isComputed = attributes.get('fixed') !== 'true';
      fields.push({ field: COMPUTED.get(name)!, code: name, isComputed });
    } else if (name === 'title') this.#captured = '';
  }

  #closeField(name: string): void {
    if (this.#captured !== undefined) return this.#closeCaptured(name);
    const { paragraph, fields } = this.#holder;
    const [field, last] = [fields.at(-1), paragraph?.inlines.at(-1)];
    // One without a value in the file is computed when it is shown.
    if (field?.isComputed && !(last?.kind === 'text' && last.field === field)) this.#addText('');
    fields.pop();
  }

  #closeCaptured(name: string): void {
    const captured = this.#captured ?? '';
    this.#captured = undefined;
    if (name === 'note-citation') this.#citation = captured;
    else if (name === 'binary-data') this.#boxes.at(-1)?.addData(captured);
    else this.#boxes.at(-1)?.describe(name, captured);
  }

  #addText(text: string): void {
    const { paragraph, textStyles, fields } = this.#holder;
    if (!paragraph) return;
    const style = textStyles.at(-1);
    const field = fields.at(-1);
    const link = this.#linkHere();
    const unshown = this.#hiddenDepth > 0 || this.#hiddenSpans.includes(true) ? 'hidden' : undefined;
    if (link) link.isUsed = true;
    if (!style && !field && !link && !unshown) paragraph.inlines.push({ kind: 'text', text });
    else {
      paragraph.inlines.push({
        kind: 'text',
        text,
        ...(style && { style }),
        ...(field && { field }),
        ...(link && { link: link.link }),
        ...(unshown && { unshown }),
      });
    }
  }

  /** The link that text is in: one around its box is that of the box. */
  #linkHere(): OpenLink | undefined {
    const link = this.#links.at(-1);
    return link?.holder === this.#holder ? link : undefined;
  }

  /** A link without text is a link as well. */
  #closeLink(): void {
    if (this.#links.at(-1)?.isUsed === false) this.#addText('');
    this.#links.pop();
  }

  /** What is anchored in a paragraph follows it. */
  #attach(block: Block): void {
    const { paragraph, blocks } = this.#holder;
    if (paragraph) (paragraph.after ??= []).push(block);
    else blocks.push(block);
  }

  #openCell(attributes: XmlAttributes): void {
    const span = (name: string): number => Math.min(Number(attributes.get(name) ?? 1) || 1, MAX_SPANNED);
    const columns = span('number-columns-spanned');
    const rows = span('number-rows-spanned');
    const table = this.#tables.at(-1);
    if (table) table.spans = { ...(columns > 1 && { columns }), ...(rows > 1 && { rows }) };
    this.#holders.push(holder());
  }

  /** Places that another cell covers are left out. */
  #closeCell(name: string): void {
    const { blocks } = this.#holders.pop()!;
    const table = this.#tables.at(-1);
    if (name === 'table-cell') table?.rows.at(-1)?.push({ blocks, ...table.spans });
  }

  #closeTable(): void {
    const { rows } = this.#tables.pop()!;
    this.#attach({ kind: 'table', rows });
  }

  #openNote(note: NoteKind): void {
    const id = `${note}-${++this.#noteCount}`;
    const label = note === 'comment' ? undefined : this.#citation;
    this.#holder.paragraph?.inlines.push({ kind: 'note-mark', note, id, ...(label !== undefined && { label }) });
    this.#notes.push({ note, id });
    this.#holders.push(holder());
  }

  #closeNote(): void {
    const note = this.#notes.pop();
    const { blocks } = this.#holders.pop()!;
    if (note) this.#attach({ kind: 'note', ...note, blocks, ...(note.note === 'comment' && { unshown: 'comment' }) });
  }

  #openPage(style: string): void {
    this.#pageCount++;
    this.#isHiddenPage = this.#part.styles.hidesPage(style);
    this.#isOnSlide = true;
    this.#notesOfPage = [];
    this.#holders.push(holder());
  }

  #closePage(): void {
    const { blocks } = this.#holders.pop()!;
    const notes = this.#notesOfPage;
    this.#isOnSlide = false;
    this.#holder.blocks.push({
      kind: 'page',
      number: this.#pageCount,
      blocks,
      ...(notes.length > 0 && { notes }),
      ...(this.#isHiddenPage && { unshown: 'hidden' }),
    });
  }

  #openBox(element: string, attributes: XmlAttributes): void {
    const link = this.#linkHere();
    if (link) link.isUsed = true;
    const inside = holder();
    const { surroundings, styles } = this.#part;
    const isInNotes = this.#pageCount > 0 && !this.#isOnSlide;
    const fill = styles.fillImage(attributes.get('style-name'));
    const content = { blocks: inside.blocks, link: link?.link, isInNotes, fill, surroundings };
    this.#boxes.push(new BoxBuilder(element, attributes, content));
    this.#holders.push(inside);
  }

  #closeBox(): void {
    const builder = this.#boxes.pop()!;
    this.#holders.pop();
    const formula = builder.formula();
    const box = formula === undefined && builder.finish(this.#pageCount === 0);
    if (box) this.#attach(box);
    if (formula === undefined) return;
    const inlines = [{ kind: 'formula', text: formula }] as const;
    if (this.#holder.paragraph) this.#holder.paragraph.inlines.push(...inlines);
    else this.#holder.blocks.push({ kind: 'paragraph', inlines });
  }

  /** A formula of a flat file stands in its object itself. */
  #closeFormula(name: string): void {
    if (!this.#formula!.close(name)) return;
    this.#boxes.at(-1)?.addFormula(this.#formula!.value);
    this.#formula = undefined;
  }
}

function holder(): Holder {
  return { blocks: [], isContinued: false, lists: [], textStyles: [], fields: [], paragraph: undefined };
}
