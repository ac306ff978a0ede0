import { escapeXml, scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';

/** What the rewriting met: told to the caller. */
export interface StoryFindings {
  formulas: number;
  hiddenRuns: number;
  /** Outline levels that paragraphs have of themselves, from 1. */
  readonly outlineLevels: Set<number>;
}

export function noFindings(): StoryFindings {
  return { formulas: 0, hiddenRuns: 0, outlineLevels: new Set() };
}

export interface StoryRewriting {
  readonly maxDepth: number;
  /** A formula as text, for a reader that knows none. */
  readonly formulaAsText?: (source: string) => string;
  /**
   * The reader knows links that are fields, and neither text boxes nor runs within runs nor insertions of nobody: boxes
   * follow the paragraph that they are anchored in.
   */
  readonly isPlain?: boolean;
}

/** Elements that libraries skip with everything in them although their content is ordinary text. */
const UNWRAPPED = new Set(['fldSimple', 'dir', 'bdo', 'ruby', 'rt', 'rubyBase']);
const UNWRAPPED_AS_TEXT = new Set(['oMathPara', ...UNWRAPPED]);
/** The tags of the content of a text box, without what is in it. */
const BOX_TAGS = /^<[^>]*>|<\/[^>]*>$/g;
/** Properties of unwrapped elements. */
const REMOVED = new Set(['rubyPr']);
const REMOVED_AS_TEXT = new Set(['oMathParaPr', ...REMOVED]);
const LINK_FIELD = /^\s*HYPERLINK\b/;
const WORD_NAMESPACE =
  /xmlns:(\w+)\s*=\s*["']http:\/\/(?:schemas\.openxmlformats\.org\/wordprocessingml\/2006\/main|purl\.oclc\.org\/ooxml\/wordprocessingml\/main)["']/;

/** Outline levels 0 to 8 are headings; 9 is body text (ECMA-376 17.3.1.20). */
const BODY_OUTLINE_LEVEL = 9;

/** Id of the style that a paragraph gets for an outline level of its own, 1 for the highest. */
export function outlineStyleId(level: number): string {
  return `outline-level-${level}`;
}

/**
 * Rewrites a story (body, header, notes) of a Word document into what libraries understand, so that no text is lost:
 * text boxes without an older form become one, paragraphs with an outline level get a style for it, wrappers are taken
 * away, and hidden text is left out.
 */
export function rewriteStory(source: string, findings: StoryFindings, rewriting: StoryRewriting): string {
  const rewriter = new StoryRewriter(source, findings, {
    ...rewriting,
    word: WORD_NAMESPACE.exec(source)?.[1] ?? 'w',
  });
  scanXml(source, rewriter, rewriting.maxDepth);
  return rewriter.result();
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Element {
  readonly name: string;
  readonly start: number;
  readonly tagEnd: number;
  /** The rule of a field. */
  readonly instruction: string;
  isHidden?: boolean;
  /** For paragraph properties: the outline level that the paragraph has of itself, and its style's element. */
  outlineLevel?: number;
  style?: { readonly start: number; readonly end: number };
  /** Text boxes in the element, as ranges in the source. */
  readonly boxes: { readonly start: number; readonly end: number }[];
  /** Of a paragraph: the text boxes that follow it. */
  behind?: string;
  /** For AlternateContent: whether the fallback has content, and a text box. */
  fallback?: { hasContent: boolean; hasBox: boolean };
}

class StoryRewriter implements XmlHandler {
  readonly #source: string;
  readonly #findings: StoryFindings;
  readonly #rewriting: StoryRewriting;
  readonly #word: string;
  readonly #open: Element[] = [];
  /** In order of their start; edits inside an edited range are taken into its text. */
  #edits: Edit[] = [];

  constructor(source: string, findings: StoryFindings, { word, ...rewriting }: StoryRewriting & { word: string }) {
    this.#source = source;
    this.#findings = findings;
    this.#rewriting = rewriting;
    this.#word = word;
  }

  result(): string {
    return this.#edited(0, this.#source.length);
  }

  open(name: string, attributes: XmlAttributes, start: number, tagEnd: number): void {
    const parent = this.#open.at(-1);
    if (name === 'vanish' && parent?.name === 'rPr' && !isOff(attributes.get('val'))) {
      const run = this.#open.at(-2);
      if (run?.name === 'r') run.isHidden = true;
    }
    if (parent?.name === 'pPr' && name === 'outlineLvl') parent.outlineLevel = Number(attributes.get('val'));
    if (parent?.name === 'pPr' && name === 'pStyle') parent.style = { start, end: tagEnd };
    if (parent?.name === 'Fallback') this.#alternate()!.fallback!.hasContent = true;
    if (name === 'Fallback') {
      const alternate = this.#alternate();
      if (alternate) alternate.fallback = { hasContent: false, hasBox: false };
    }
    const instruction = name === 'fldSimple' ? (attributes.get('instr') ?? '') : '';
    this.#open.push({ name, start, tagEnd, instruction, boxes: [] });
  }

  text(): void {}

  close(name: string, closeStart: number, end: number): void {
    const element = this.#open.pop()!;
    const { start } = element;
    const { formulaAsText } = this.#rewriting;
    if (name === 'oMath' && formulaAsText) this.#replaceFormula(start, end, formulaAsText);
    else if ((formulaAsText ? REMOVED_AS_TEXT : REMOVED).has(name)) this.#replace(start, end, '');
    else if (name === 'ptab') this.#replace(start, end, `<${this.#word}:tab/>`);
    else if (this.#isUnwrapped(element)) this.#unwrap(element, closeStart, end);
    else if (name === 'pPr') this.#styleByLevel(element);
    else if (name === 'r' && element.isHidden) this.#hide(start, end);
    else if (name === 'p' && element.behind !== undefined) this.#edits.push({ start: end, end, text: element.behind });
    else if (name === 'txbxContent') this.#noteTextBox(start, end);
    else if (name === 'drawing' && element.boxes.length > 0) this.#keepBoxes(element, end, end);
    else if (name === 'AlternateContent') this.#closeAlternate(element, end);
  }

  #isUnwrapped({ name, instruction }: Element): boolean {
    const { formulaAsText, isPlain } = this.#rewriting;
    if (isPlain && name === 'ins') return true;
    if (isPlain && LINK_FIELD.test(instruction)) return false;
    return (formulaAsText ? UNWRAPPED_AS_TEXT : UNWRAPPED).has(name);
  }

  #replaceFormula(start: number, end: number, formulaAsText: (source: string) => string): void {
    this.#findings.formulas++;
    const text = escapeXml(formulaAsText(this.#source.slice(start, end)));
    this.#replace(
      start,
      end,
      `<${this.#word}:r><${this.#word}:t xml:space="preserve">${text}</${this.#word}:t></${this.#word}:r>`,
    );
  }

  /** Libraries know headings by their style only: a level of the paragraph's own becomes a style. */
  #styleByLevel({ tagEnd, outlineLevel, style }: Element): void {
    if (outlineLevel === undefined || !(outlineLevel < BODY_OUTLINE_LEVEL)) return;
    this.#findings.outlineLevels.add(outlineLevel + 1);
    const text = `<${this.#word}:pStyle ${this.#word}:val="${outlineStyleId(outlineLevel + 1)}"/>`;
    this.#insertInOrder({ start: style?.start ?? tagEnd, end: style?.end ?? tagEnd, text });
  }

  #hide(start: number, end: number): void {
    this.#findings.hiddenRuns++;
    this.#replace(start, end, '');
  }

  /** A text box belongs to the innermost drawing, or to the alternatives around it. */
  #noteTextBox(start: number, end: number): void {
    const holder = this.#open.findLast(
      ({ name }) => name === 'AlternateContent' || name === 'drawing' || name === 'Fallback',
    );
    if (holder?.name === 'Fallback') this.#alternate()!.fallback!.hasBox = true;
    const alternate = this.#alternate();
    if (holder?.name !== 'Fallback') (alternate ?? holder)?.boxes.push({ start, end });
  }

  /** Libraries read only the fallback: where that lacks the text boxes, they stand in for the whole. */
  #closeAlternate(element: Element, end: number): void {
    const { start, boxes, fallback } = element;
    if (boxes.length > 0 && !fallback?.hasBox) this.#keepBoxes(element, start, end);
    else if (!fallback?.hasContent) this.#replace(start, end, this.#firstChoice(start, end));
  }

  /** Puts the element's text boxes, in their older form, in place of the source from `from` up to `end`. */
  #keepBoxes({ boxes }: Element, from: number, end: number): void {
    const content = boxes.map((box) => this.#edited(box.start, box.end)).join('');
    const word = this.#word;
    const anchor = this.#rewriting.isPlain ? this.#open.findLast(({ name }) => name === 'p') : undefined;
    if (anchor) {
      anchor.behind = (anchor.behind ?? '') + content.replace(BOX_TAGS, '');
      this.#replace(from, end, '');
      return;
    }
    this.#replace(
      from,
      end,
      `<${word}:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml">${content}</v:textbox></${word}:pict>`,
    );
  }

  #firstChoice(start: number, end: number): string {
    const content = this.#edited(start, end);
    return /<(?:\w+:)?Choice\b[^>]*>([\s\S]*?)<\/(?:\w+:)?Choice>/.exec(content)?.[1] ?? '';
  }

  #unwrap({ name, start, tagEnd }: Element, closeStart: number, end: number): void {
    // Its text is in runs of its own, and so is what comes before and behind it.
    const run = name === 'ruby' && this.#rewriting.isPlain ? `${this.#word}:r>` : undefined;
    this.#insertInOrder({ start, end: tagEnd, text: run ? `</${run}` : '' });
    if (closeStart > tagEnd || end > tagEnd) this.#edits.push({ start: closeStart, end, text: run ? `<${run}` : '' });
  }

  /** Edits of what is inside an element come before that of its start tag. */
  #insertInOrder(edit: Edit): void {
    const before = this.#edits.findLastIndex(({ start }) => start < edit.start);
    this.#edits.splice(before + 1, 0, edit);
  }

  #replace(start: number, end: number, text: string): void {
    this.#edits = dropFrom(this.#edits, start);
    this.#edits.push({ start, end, text });
  }

  /** The source from `start` up to `end` with the edits inside it. */
  #edited(start: number, end: number): string {
    let position = start;
    let result = '';
    for (const edit of this.#edits) {
      if (edit.start < start || edit.end > end) continue;
      result += this.#source.slice(position, edit.start) + edit.text;
      position = edit.end;
    }
    return result + this.#source.slice(position, end);
  }

  #alternate(): Element | undefined {
    return this.#open.findLast(({ name }) => name === 'AlternateContent');
  }
}

/** Edits are in order and never overlap: those from `start` on are at the end. */
function dropFrom(edits: Edit[], start: number): Edit[] {
  let kept = edits.length;
  while (kept > 0 && edits[kept - 1]!.start >= start) kept--;
  edits.length = kept;
  return edits;
}

/** How OOXML writes a switched-off property (ECMA-376 22.9.2.7). */
function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'false' || value === 'off';
}
