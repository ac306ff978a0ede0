import { ConversionError } from '../../../contract/errors.ts';
import { scanXmlInSteps, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type { Block, Box, Heading, Inline, Link, Note, NoteKind, Paragraph, TextStyle, Unshown } from '../model.ts';
import type { Numbering } from './numbering.ts';
import type { Relationship } from '../ooxml/package.ts';
import { EQUATION_IMAGE, type HeadingStyle } from '../ooxml/word-styles.ts';
import { mimeTypeOf } from '../pptx/image-types.ts';
import { FieldTracker } from './fields.ts';
import { isOff, openInSection, type Section } from './margins.ts';
import { sizeOf, styleWith, type Size } from './run-style.ts';
import { TableBuilder } from './table-builder.ts';

const NOTES: ReadonlyMap<string, NoteKind> = new Map([
  ['footnote', 'footnote'],
  ['endnote', 'endnote'],
  ['comment', 'comment'],
]);
/** Notes that Word keeps for its own separator lines. */
const SEPARATOR_NOTES = new Set(['separator', 'continuationSeparator', 'continuationNotice']);
const CHARACTERS: Readonly<Record<string, string>> = { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };
const BOXES: Readonly<Record<string, Box['drawing']>> = {
  wsp: 'shape',
  wgp: 'shape',
  chart: 'chart',
  relIds: 'diagram',
};

type Role =
  | 'skipped'
  | 'deleted'
  | 'formula'
  | 'note'
  | 'character'
  | 'box'
  | 'run-property'
  | 'table'
  | 'section'
  | 'element';

/** What the elements are for that matter here; most do not. */
const ROLES: ReadonlyMap<string, Role> = new Map(
  Object.entries<readonly string[]>({
    // The same content for older programs, and former properties.
    skipped: ['Fallback', 'pPrChange', 'rPrChange', 'sectPrChange'],
    deleted: ['del', 'moveFrom'],
    formula: ['oMath', 'oMathPara'],
    note: [...NOTES.keys()],
    character: Object.keys(CHARACTERS),
    box: Object.keys(BOXES),
    'run-property': ['vanish', 'b', 'i', 'strike', 'u', 'vertAlign', 'color', 'sz', 'shd', 'highlight'],
    table: ['tr', 'gridBefore', 'tc', 'gridSpan', 'vMerge'],
    section: ['sectPr', 'titlePg', 'headerReference', 'footerReference'],
    element:
      'p pStyle numId ilvl outlineLvl r rPr t instrText fldChar fldSimple sdt dataBinding rt hyperlink tbl txbxContent extent docPr hlinkClick blip imagedata prstTxWarp bookmarkStart footnoteReference endnoteReference commentReference'.split(
        ' ',
      ),
  }).flatMap(([role, names]) => names.map((name) => [name, role as Role] as const)),
);
const BODY_OUTLINE_LEVEL = 9;

interface StoryPart {
  readonly maxDepth: number;
  readonly headingStyles: ReadonlyMap<string, HeadingStyle>;
  readonly numbering: Numbering;
  readonly relationships: readonly Relationship[];
  readonly readPart: (name: string) => Uint8Array;
  /** Takes what the sections of the body say of their pages. */
  readonly sections?: Section[];
  readonly outdatedBindings?: ReadonlySet<string>;
  /** Name of the root element, if another one means that this is no such part. */
  readonly root?: string;
}

/** The blocks of one part of a WordprocessingML document (ECMA-376 part 1, 17), as far as it is read. */
export function* readStory(source: string, part: StoryPart): Generator<Block> {
  const reader = new StoryReader(part);
  const steps = scanXmlInSteps(source, reader, part.maxDepth);
  while (!steps.next().done) yield* reader.take();
}

interface OpenParagraph {
  readonly inlines: Inline[];
  /** Boxes that are anchored in it: they follow it. */
  boxes?: Box[];
  heading?: { readonly level: number; readonly isTitle?: true } | undefined;
  style?: string;
  list?: string;
  listLevel?: number;
}

interface OpenBox {
  readonly element: string;
  readonly drawing: Box['drawing'];
  readonly blocks: Block[];
  hasText: boolean;
  isBent: boolean;
}

interface OpenLink {
  readonly link: Link;
  isUsed: boolean;
}

class StoryReader implements XmlHandler {
  readonly #part: StoryPart;
  readonly #relationships: ReadonlyMap<string, Relationship>;
  readonly #root: Block[] = [];
  /** What holds the blocks that are read now, the innermost last. */
  readonly #holders: Block[][] = [this.#root];
  readonly #paragraphs: OpenParagraph[] = [];
  readonly #tables: TableBuilder[] = [];
  readonly #boxes: OpenBox[] = [];
  readonly #links: OpenLink[] = [];
  readonly #fields: FieldTracker;
  #isStart = true;
  #skipDepth = 0;
  #deletedDepth = 0;
  #formulaDepth = 0;
  #formula = '';
  #inText = false;
  #inFieldCode = false;
  #inRun = false;
  #inRunProperties = false;
  #hidden = false;
  #style: TextStyle | undefined;
  #extent: Size | undefined;
  #alternative = '';
  /** Where the drawing that is read leads. */
  #click: Link | undefined;
  #noteId = '';

  constructor(part: StoryPart) {
    this.#part = part;
    this.#fields = new FieldTracker(part);
    this.#relationships = new Map(part.relationships.map((relationship) => [relationship.id, relationship]));
  }

  /** The blocks that are complete. */
  take(): Block[] {
    return this.#root.splice(0);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#isStart) this.#checkRoot(name);
    if (this.#skipDepth > 0) this.#skipDepth++;
    else if (this.#deletedDepth > 0) {
      this.#deletedDepth++;
      this.#inText = name === 't' || name === 'delText';
    } else if (this.#formulaDepth > 0) {
      this.#formulaDepth++;
      this.#inText = name === 't';
    } else {
      const role = ROLES.get(name);
      if (role !== undefined) this.#openRole(role, name, attributes);
    }
  }

  #openRole(role: Role, name: string, attributes: XmlAttributes): void {
    switch (role) {
      case 'skipped':
        this.#skipDepth++;
        return;
      case 'deleted':
        this.#deletedDepth++;
        return;
      case 'formula':
        this.#formulaDepth++;
        return;
      case 'note':
        return this.#openNote(NOTES.get(name)!, attributes);
      case 'character':
        if (this.#inRun && !this.#inRunProperties) this.#addText(CHARACTERS[name]!);
        return;
      case 'box':
        return this.#openBox(name, BOXES[name]);
      case 'run-property':
        return this.#inRunProperties ? this.#openRunProperty(name, attributes) : undefined;
      case 'table':
        return this.#openInTable(name, attributes);
      case 'section':
        return this.#part.sections ? openInSection(name, attributes, this.#part.sections) : undefined;
      case 'element':
        return this.#openElement(name, attributes);
    }
  }

  #checkRoot(name: string): void {
    this.#isStart = false;
    if (name === (this.#part.root ?? name)) return;
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is not a Word document: its main part holds something else.',
    });
  }

  #openElement(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'p':
        this.#paragraphs.push({ inlines: [] });
        return;
      case 'pStyle':
        return this.#setStyle(attributes.get('val') ?? '');
      case 'numId':
      case 'ilvl':
        return this.#setList(name, attributes.get('val') ?? '');
      case 'outlineLvl':
        return this.#setOutlineLevel(Number(attributes.get('val')));
      case 'r':
        this.#inRun = true;
        this.#hidden = false;
        this.#style = undefined;
        return;
      case 'rPr':
        this.#inRunProperties = true;
        return;
      case 't':
        this.#inText = true;
        return;
      case 'instrText':
        this.#inFieldCode = true;
        return;
      case 'fldChar':
        return this.#markField(attributes.get('fldCharType'));
      case 'fldSimple':
      case 'sdt':
      case 'dataBinding':
      case 'rt':
        return this.#fields.openElement(name, attributes);
      case 'hyperlink':
        return this.#openLink(this.#targetOf(attributes));
      case 'tbl':
        return this.#openTable();
      case 'txbxContent':
        return this.#openTextBox();
      case 'extent':
        this.#extent = sizeOf(attributes);
        return;
      case 'docPr':
        return this.#describe(attributes);
      case 'hlinkClick':
        this.#click = { href: this.#targetOf(attributes) };
        return;
      case 'blip':
        return this.#addImage(attributes.get('embed'), this.#extent);
      case 'imagedata':
        return this.#addImage(attributes.get('id'));
      case 'prstTxWarp':
        if (this.#boxes.length > 0) this.#boxes.at(-1)!.isBent = attributes.get('prst') !== 'textNoShape';
        return;
      case 'bookmarkStart':
        return this.#add({ kind: 'anchor', id: attributes.get('name') ?? '' });
      case 'footnoteReference':
      case 'endnoteReference':
      case 'commentReference': {
        const note = NOTES.get(name.slice(0, -'Reference'.length))!;
        return this.#add({ kind: 'note-mark', note, id: noteId(note, attributes) });
      }
    }
  }

  #openRunProperty(name: string, attributes: XmlAttributes): void {
    const value = attributes.get('val');
    if (name === 'vanish') this.#hidden = !isOff(value);
    else this.#style = styleWith(this.#style, name, attributes);
  }

  close(name: string): void {
    if (this.#skipDepth > 0) this.#skipDepth--;
    else if (this.#deletedDepth > 0) {
      this.#deletedDepth--;
      this.#inText = false;
    } else if (this.#formulaDepth > 0) this.#closeInFormula(name);
    else this.#closeElement(name);
  }

  #closeInFormula(name: string): void {
    this.#formulaDepth--;
    this.#inText = false;
    // Letters of another style, and what is over and under a bar, are words of their own.
    if (name !== 't') this.#formula += ' ';
    if (this.#formulaDepth === 0) this.#addFormula(name === 'oMathPara');
  }

  #closeElement(name: string): void {
    switch (name) {
      case 'p':
        return this.#closeParagraph();
      case 'r':
        this.#inRun = false;
        return;
      case 'rPr':
        this.#inRunProperties = false;
        return;
      case 't':
        this.#inText = false;
        return;
      case 'instrText':
        this.#inFieldCode = false;
        return;
      case 'fldSimple':
      case 'sdt':
      case 'rt':
        return this.#fields.closeElement(name);
      case 'hyperlink':
        return this.#closeLink();
      case 'tc':
        return this.#closeCell();
      case 'tbl':
        return this.#closeTable();
    }
    if (this.#boxes.at(-1)?.element === name) this.#closeBox();
    else if (NOTES.has(name)) this.#closeNote(NOTES.get(name)!);
  }

  text(value: string): void {
    if (this.#skipDepth > 0) return;
    if (this.#formulaDepth > 0) {
      if (this.#inText) this.#formula += value;
    } else if (this.#inFieldCode) this.#fields.addCode(value);
    else if (this.#inText)
      this.#addText(value, this.#deletedDepth > 0 ? 'deleted' : this.#hidden ? 'hidden' : undefined);
  }

  #addText(text: string, unshown?: Unshown): void {
    const link = this.#links.at(-1);
    const field = this.#fields.current;
    const style = this.#style;
    if (link) link.isUsed = true;
    this.#add({
      kind: 'text',
      text,
      ...(style && { style }),
      ...(link && { link: link.link }),
      ...(field && { field }),
      ...(unshown && { unshown }),
    });
  }

  #add(inline: Inline): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph) paragraph.inlines.push(inline);
    else this.#holders.at(-1)!.push({ kind: 'paragraph', inlines: [inline] });
  }

  #addFormula(isDisplay: boolean): void {
    const text = this.#formula.replace(/ {2,}/g, ' ').trim();
    this.#formula = '';
    this.#add({ kind: 'formula', text, ...(isDisplay && { isDisplay }) });
  }

  #describe(attributes: XmlAttributes): void {
    this.#alternative = attributes.get('descr') ?? '';
    this.#click = undefined;
    if (attributes.get('name') === EQUATION_IMAGE) this.#add({ kind: 'formula', text: this.#alternative });
  }

  #addImage(id: string | undefined, size?: Size): void {
    const image = this.#relationships.get(id ?? '');
    if (!image || image.external) return;
    const { target: source } = image;
    const read = (): Uint8Array => this.#part.readPart(source);
    const around = this.#links.at(-1);
    if (around) around.isUsed = true;
    const link = around?.link ?? this.#click;
    this.#add({
      kind: 'image',
      alternative: this.#alternative,
      mimeType: mimeTypeOf(source),
      source,
      read,
      ...size,
      ...(link && { link }),
    });
  }

  #setStyle(id: string): void {
    const paragraph = this.#paragraphs.at(-1);
    const style = this.#part.headingStyles.get(id);
    if (!paragraph) return;
    paragraph.style = id;
    paragraph.heading = style && style.level > 0 ? style : undefined;
    paragraph.list ??= style?.list;
    paragraph.listLevel ??= style?.listLevel;
  }

  #setList(name: 'numId' | 'ilvl', value: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph || this.#inRunProperties) return;
    if (name === 'numId') paragraph.list = value;
    else paragraph.listLevel = Number(value) || 0;
  }

  #setOutlineLevel(level: number): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph) paragraph.heading = level < BODY_OUTLINE_LEVEL ? { level: level + 1 } : undefined;
  }

  #closeParagraph(): void {
    const { inlines, boxes, heading, style, list: id, listLevel } = this.#paragraphs.pop()!;
    const list = id === undefined ? undefined : this.#part.numbering.next({ list: id, level: listLevel }, style);
    const block: Paragraph | Heading = {
      ...(heading
        ? { kind: 'heading', level: heading.level, inlines, ...(heading.isTitle && { isTitle: true }) }
        : { kind: 'paragraph', inlines }),
      ...(list && { list }),
    };
    this.#holders.at(-1)!.push(block);
    if (boxes) this.#holders.at(-1)!.push(...boxes);
  }

  #markField(type = ''): void {
    if (type === 'begin') this.#fields.begin();
    if (type === 'separate') this.#beginResult();
    if (type === 'end') this.#endField();
  }

  #beginResult(): void {
    this.#fields.separate();
    if (this.#fields.target !== undefined) this.#openLink(this.#fields.target);
  }

  /** A field without a result says what it is all the same. */
  #endField(): void {
    const isShown = this.#fields.hasResult;
    if (!isShown) this.#beginResult();
    if (this.#fields.target !== undefined) this.#closeLink();
    else if (!isShown) this.#addText('');
    this.#fields.end();
  }

  #targetOf(attributes: XmlAttributes): string {
    const anchor = attributes.get('anchor');
    const target = this.#relationships.get(attributes.get('id') ?? '')?.target ?? '';
    return anchor === undefined ? target : `${target}#${anchor}`;
  }

  #openLink(href: string): void {
    this.#links.push({ link: { href }, isUsed: false });
  }

  /** A link without text is a link as well. */
  #closeLink(): void {
    if (this.#links.at(-1)?.isUsed === false) this.#addText('');
    this.#links.pop();
  }

  #openTable(): void {
    for (const table of this.#tables) table.isLayout = true;
    this.#tables.push(new TableBuilder());
  }

  #openInTable(name: string, attributes: XmlAttributes): void {
    const table = this.#tables.at(-1);
    if (name === 'tc' && table) this.#holders.push(table.openCell());
    else table?.open(name, attributes);
  }

  #closeCell(): void {
    if (this.#tables.length === 0) return;
    this.#tables.at(-1)!.closeCell();
    this.#holders.pop();
  }

  #closeTable(): void {
    this.#holders.at(-1)!.push(this.#tables.pop()!.finish());
  }

  #openBox(element: string, drawing: Box['drawing']): void {
    const box: OpenBox = { element, drawing, blocks: [], hasText: false, isBent: false };
    this.#boxes.push(box);
    this.#holders.push(box.blocks);
  }

  /** The text of a shape; in drawings of older programs a box of its own. */
  #openTextBox(): void {
    const box = this.#boxes.at(-1);
    if (box?.element === 'wsp' && !box.hasText) box.hasText = true;
    else this.#openBox('txbxContent', undefined);
  }

  #closeBox(): void {
    const { blocks, drawing, isBent } = this.#boxes.pop()!;
    this.#holders.pop();
    const box: Box = { kind: 'box', blocks, ...(drawing && { drawing }), ...(isBent && { unshown: 'uncertain' }) };
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph) (paragraph.boxes ??= []).push(box);
    else this.#holders.at(-1)!.push(box);
  }

  #openNote(note: NoteKind, attributes: XmlAttributes): void {
    if (SEPARATOR_NOTES.has(attributes.get('type') ?? '')) return void this.#skipDepth++;
    this.#noteId = noteId(note, attributes);
    this.#holders.push([]);
  }

  #closeNote(note: NoteKind): void {
    const blocks = this.#holders.pop()!;
    const block: Note = { kind: 'note', note, id: this.#noteId, blocks };
    this.#root.push(note === 'comment' ? { ...block, unshown: 'comment' } : block);
  }
}

function noteId(note: NoteKind, attributes: XmlAttributes): string {
  return `${note}-${attributes.get('id') ?? ''}`;
}
