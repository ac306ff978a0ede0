import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type { Relationship } from '../ooxml/package.ts';
import type { Content, Place } from '../text-content.ts';
import { countPicture } from '../picture-content.ts';

export interface SlideScan {
  readonly maxDepth: number;
  readonly relationships: readonly Relationship[];
  readonly place: Place;
  /** A page of notes: only its text counts, not the picture of the slide and the page number on it. */
  readonly isNotes?: true;
}

/** The same content for older programs, formulas (not text), and what is behind everything. */
const SKIPPED = new Set(['Fallback', 'oMath', 'oMathPara', 'bg']);
const SHAPES = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp']);
const TITLES = new Set(['title', 'ctrTitle']);
/** Fields whose text differs from day to day and from program to program. */
const CHANGING_FIELD = /^(?:slidenum|datetime)/i;
const DRAWINGS = new Set(['chart', 'relIds', 'cxnSp', 'custGeom']);

/** Adds the text of one slide, or of another part that holds DrawingML, to what was found. */
export function scanSlide(source: string, content: Content, scan: SlideScan): void {
  scanXml(source, new SlideScanner(content, scan), scan.maxDepth);
}

class SlideScanner implements XmlHandler {
  readonly #content: Content;
  readonly #scan: SlideScan;
  readonly #targets: ReadonlyMap<string, string>;
  #skipDepth = 0;
  #inText = false;
  #inTitle = false;
  #titleHasText = false;
  #placeholder = '';

  constructor(content: Content, scan: SlideScan) {
    this.#content = content;
    this.#scan = scan;
    const inside = scan.relationships.filter(({ external }) => !external);
    this.#targets = new Map(inside.map(({ id, target }) => [id, target]));
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || SKIPPED.has(name) || isSkipped(name, attributes)) {
      this.#skipDepth++;
      return;
    }
    if (SHAPES.has(name)) this.#placeholder = '';
    if (name === 'ph') this.#placeholder = attributes.get('type') ?? 'body';
    if (name === 'txBody') this.#inTitle = TITLES.has(this.#placeholder);
    if (name === 't') this.#inText = true;
    if (name === 'br') this.#append('\n');
    if (this.#scan.isNotes) return;
    if (name === 'blip') countPicture(this.#content, this.#targets.get(attributes.get('embed') ?? ''));
    if (name === 'hlinkClick' && attributes.get('id')) this.#content.links++;
    if (name === 'tbl') this.#content.tables++;
    if (DRAWINGS.has(name)) this.#content.shapes++;
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (name === 't') this.#inText = false;
    if (name === 'p') this.#append('\n');
    if (name !== 'txBody') return;
    if (this.#inTitle && this.#titleHasText) this.#content.headings++;
    this.#inTitle = false;
    this.#titleHasText = false;
  }

  text(value: string): void {
    if (this.#skipDepth > 0 || !this.#inText) return;
    this.#titleHasText ||= value.trim() !== '';
    this.#append(value);
  }

  #append(value: string): void {
    if (this.#scan.isNotes && this.#placeholder !== 'body') return;
    this.#content.append(value, this.#scan.place);
  }
}

function isSkipped(name: string, attributes: XmlAttributes): boolean {
  if (name === 'fld') return CHANGING_FIELD.test(attributes.get('type') ?? '');
  return name === 'tc' && (isOn(attributes.get('hMerge')) || isOn(attributes.get('vMerge')));
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
