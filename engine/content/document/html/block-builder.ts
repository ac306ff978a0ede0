import {
  hasText,
  text,
  type Anchor,
  type Block,
  type Box,
  type Inline,
  type ListPlace,
  type Note,
  type Table,
  type TableCell,
  type Text,
  type Unshown,
} from '../model.ts';

/** A list that is open. */
export interface OpenList {
  readonly isOrdered: boolean;
  readonly level: number;
  readonly numbering: string;
  /** What the next item is counted as; unknown where a list counts down from its length. */
  next: number | undefined;
  readonly step: 1 | -1;
}

interface OpenItem {
  readonly place: ListPlace;
  isBegun: boolean;
}

interface OpenTable {
  readonly rows: TableCell[][];
  headerRows: number;
  isInHead: boolean;
  row: { readonly cells: TableCell[]; isHeader: boolean } | undefined;
  hasTables: boolean;
}

/** What a line becomes when it ends. */
export type LineKind = { readonly kind: 'paragraph' } | { readonly kind: 'heading'; readonly level: number } | CodeLine;
interface CodeLine {
  readonly kind: 'code';
  readonly language?: string;
}

const PARAGRAPH: LineKind = { kind: 'paragraph' };

/** Puts blocks together from what is read of a page piece by piece: lines of text, lists, tables, containers. */
export class BlockBuilder {
  #sink: Block[] = [];
  readonly #whole = this.#sink;
  #inlines: Inline[] = [];
  /** The line ends with white space, or has not begun: more of it does not show. */
  #endsWithSpace = true;
  #item: OpenItem | undefined;
  #table: OpenTable | undefined;
  /** What follows the line that it is anchored in. */
  #beside: (Box | Note)[] = [];
  readonly lists: OpenList[] = [];
  line: LineKind = PARAGRAPH;
  /** Containers that are open. */
  depth = 0;

  /** The blocks that are whole, which are given away. */
  take(): Block[] {
    return this.#whole.splice(0);
  }

  get isEmpty(): boolean {
    return this.#whole.length === 0;
  }

  /** Adds text as it stands in the file; white space collapses unless it is kept. */
  addText(raw: string, properties: Omit<Text, 'kind' | 'text'>, keepsSpace: boolean): void {
    let value = raw;
    if (!keepsSpace) {
      value = raw.replace(/[ \t\n\r\f]+/g, ' ');
      if (this.#endsWithSpace && value.startsWith(' ')) value = value.slice(1);
    }
    if (value === '') return;
    if (properties.unshown === undefined) this.#endsWithSpace = !keepsSpace && value.endsWith(' ');
    const last = this.#inlines.at(-1);
    const isSame =
      last?.kind === 'text' &&
      last.style === properties.style &&
      last.link === properties.link &&
      last.unshown === properties.unshown &&
      last.field === properties.field;
    if (isSame) this.#inlines[this.#inlines.length - 1] = { ...last, text: last.text + value };
    else this.#inlines.push(text(value, properties));
  }

  addBreak(): void {
    this.#inlines.push(text('\n'));
    this.#endsWithSpace = true;
  }

  addInline(inline: Inline): void {
    this.#inlines.push(inline);
    if (inline.kind !== 'anchor') this.#endsWithSpace = false;
  }

  addBox(box: Box): void {
    this.#endsWithSpace = true;
    this.#beside.push(box);
  }

  /** Reads a note of the open line, which goes on behind it, until the returned function is called. */
  openNote(about: Pick<Note, 'note' | 'id'>): () => void {
    const outer = { inlines: this.#inlines, endsWithSpace: this.#endsWithSpace, beside: this.#beside };
    [this.#inlines, this.#beside] = [[], []];
    const close = this.openContainer();
    return () => {
      const blocks = close();
      [this.#inlines, this.#endsWithSpace, this.#beside] = [outer.inlines, outer.endsWithSpace, outer.beside];
      this.#beside.push({ kind: 'note', ...about, blocks });
    };
  }

  addBlock(block: Block): void {
    const list = this.#placeInList();
    this.#sink.push(list ? { ...block, list } : block);
  }

  /** Ends the line. Places that links lead to wait for the next one where there is nothing else. */
  endLine(): void {
    this.#endsWithSpace = true;
    if (this.#inlines.length > 0) this.#addLine();
    for (const block of this.#beside.splice(0)) this.addBlock(block);
  }

  /** Ends the page. Places behind all text are kept. */
  end(): void {
    this.endLine();
    const inlines = this.#inlines.splice(0);
    if (inlines.length > 0) this.addBlock({ kind: 'paragraph', inlines });
  }

  #addLine(): void {
    const inlines = trimmed(this.#inlines);
    const anchors = inlines.filter((inline) => inline.kind === 'anchor');
    if (anchors.length === inlines.length) {
      this.#inlines = anchors;
      return;
    }
    this.#inlines = [];
    this.addBlock(blockOf(inlines, anchors, this.line));
  }

  /** Reads into a container of its own until the returned function is called, which gives what is in it. */
  openContainer(): () => Block[] {
    this.endLine();
    this.depth++;
    const outer = { sink: this.#sink, item: this.#item, line: this.line, table: this.#table };
    const lists = this.lists.splice(0);
    const sink: Block[] = [];
    [this.#sink, this.#item, this.line] = [sink, undefined, PARAGRAPH];
    return () => {
      this.endLine();
      this.depth--;
      [this.#sink, this.#item, this.line, this.#table] = [outer.sink, outer.item, outer.line, outer.table];
      this.lists.splice(0, this.lists.length, ...lists);
      return sink;
    };
  }

  openList(list: Omit<OpenList, 'level'>): () => void {
    this.endLine();
    const [length, item] = [this.lists.length, this.#item];
    this.lists.push({ ...list, level: length });
    this.#item = undefined;
    return () => {
      this.endLine();
      this.lists.length = length;
      this.#item = item;
      if (item) item.isBegun = true;
    };
  }

  openItem(value: number | undefined, labelOf: (number: number, list: OpenList) => string): () => void {
    this.endLine();
    const outer = this.#item;
    const list = this.lists.at(-1);
    if (!list) return () => this.endLine();
    const number = list.isOrdered ? (value ?? list.next) : undefined;
    if (number !== undefined) list.next = number + list.step;
    const { level, isOrdered } = list;
    const counted = number === undefined ? {} : { number, label: labelOf(number, list) };
    this.#item = { place: { level, isOrdered, ...counted }, isBegun: false };
    return () => {
      this.endLine();
      this.#item = outer;
    };
  }

  /** The item has a box to tick. */
  tick(isChecked: boolean): void {
    const item = this.#item;
    if (item && !item.isBegun) this.#item = { place: { ...item.place, isChecked }, isBegun: false };
  }

  get isInItem(): boolean {
    return this.#item !== undefined && !this.#item.isBegun;
  }

  openTable(about: Pick<Table, 'isLayout' | 'unshown'>): () => void {
    const close = this.openContainer();
    if (this.#table) this.#table.hasTables = true;
    const table: OpenTable = { rows: [], headerRows: 0, isInHead: false, row: undefined, hasTables: false };
    this.#table = table;
    return () => {
      this.endRow();
      // What is between the cells is shown before the table: its caption, and what is there by mistake.
      for (const block of close()) this.addBlock(block);
      const { rows, headerRows, hasTables } = table;
      if (rows.length === 0) return;
      const isLayout = about.isLayout ?? (hasTables || rows.flat().length === 1);
      this.addBlock({
        kind: 'table',
        rows,
        headerRows,
        ...(isLayout && { isLayout: true }),
        ...(about.unshown && { unshown: about.unshown }),
      });
    };
  }

  openHead(): () => void {
    const table = this.#table;
    this.endRow();
    if (!table) return () => {};
    table.isInHead = true;
    return () => {
      this.endRow();
      table.isInHead = false;
    };
  }

  openRow(): void {
    this.endRow();
    if (this.#table) this.#table.row = { cells: [], isHeader: true };
  }

  endRow(): void {
    this.endLine();
    const table = this.#table;
    if (!table?.row) return;
    const { cells, isHeader } = table.row;
    table.row = undefined;
    if (cells.length === 0) return;
    if (table.headerRows === table.rows.length && (table.isInHead || isHeader)) table.headerRows++;
    table.rows.push(cells);
  }

  openCell(about: Omit<TableCell, 'blocks'>, isHeader: boolean): () => void {
    const table = this.#table;
    if (!table) return () => this.endLine();
    if (!table.row) this.openRow();
    const row = table.row!;
    const close = this.openContainer();
    return () => {
      const blocks = close();
      if (!isHeader) row.isHeader = false;
      row.cells.push({ blocks, ...about });
    };
  }

  #placeInList(): ListPlace | undefined {
    if (!this.#item) return undefined;
    const { place, isBegun } = this.#item;
    this.#item.isBegun = true;
    return isBegun ? { level: place.level, isOrdered: place.isOrdered, isContinued: true } : place;
  }
}

/** Without white space at the end of the line. */
function trimmed(inlines: readonly Inline[]): Inline[] {
  const kept = [...inlines];
  for (let last = kept.at(-1); last?.kind === 'text'; last = kept.at(-1)) {
    const value = last.text.trimEnd();
    kept.pop();
    if (value === '') continue;
    kept.push({ ...last, text: value });
    break;
  }
  return kept;
}

function blockOf(inlines: readonly Inline[], anchors: readonly Anchor[], line: LineKind): Block {
  const shared = sharedUnshown(inlines);
  const unshown = shared === undefined ? {} : { unshown: shared };
  if (line.kind === 'heading') return { kind: 'heading', level: line.level, inlines, ...unshown };
  const isPlain = inlines.every((inline) => inline.kind === 'text' && !inline.link && inline.unshown === shared);
  if (line.kind === 'code' && isPlain && (hasText(inlines) || shared !== undefined)) {
    const code = inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
    const { language } = line;
    return { kind: 'code', text: code.replace(/^\n/, ''), ...(language !== undefined && { language }), ...unshown };
  }
  const [first, ...others] = inlines.length > anchors.length ? inlines.filter(isSeen) : [];
  if (first?.kind === 'image' && others.length === 0 && anchors.length === 0) return first;
  return { kind: 'paragraph', inlines, ...unshown };
}

function isSeen(inline: Inline): boolean {
  return inline.kind !== 'anchor' && !(inline.kind === 'text' && inline.text.trim() === '');
}

/** Why none of a line is shown, when none is. */
function sharedUnshown(inlines: readonly Inline[]): Unshown | undefined {
  const [first, ...others] = inlines.filter(({ kind }) => kind !== 'anchor');
  return first && others.every(({ unshown }) => unshown === first.unshown) ? first.unshown : undefined;
}
