import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { Cascade } from '../../../content/document/css/cascade.ts';
import type { Declarations } from '../../../content/document/css/declarations.ts';
import { attribute, type DomDocument, type DomElement } from '../../../content/document/html/dom.ts';
import { Images } from './images.ts';
import type { Scope } from './scope.ts';

const NEVER_SHOWN = new Set(
  'head script style template title meta link base param source track datalist option optgroup select canvas audio video iframe frame frameset applet embed area map dialog noframes'.split(
    ' ',
  ),
);
/** Addresses that would run or hold something, or lead into the reader's own files. */
const RUNNING_ADDRESS = /^(?:javascript|vbscript|data|file|blob|about):/i;

/** One page at work: its styles, its images, where its links lead, and what is left out of it. */
export class Page {
  readonly cascade: Cascade;
  readonly images: Images;
  readonly context: RunContext;
  readonly #targets: ReadonlySet<string>;
  readonly #labelled = new Set<string>();
  #droppedLinks = 0;

  constructor(document: DomDocument, companions: ReadonlyMap<string, Uint8Array>, context: RunContext) {
    this.context = context;
    this.cascade = new Cascade(document, context.signal);
    this.images = new Images(companions, context);
    this.#targets = targetsIn(document);
  }

  styleOf(element: DomElement): Declarations {
    return this.cascade.styleOf(element);
  }

  isShown(element: DomElement, style: Declarations): boolean {
    if (NEVER_SHOWN.has(element.localName) || element.hasAttribute('hidden')) return false;
    if (style.get('display') === 'none' || style.get('visibility') === 'hidden') return false;
    return Number.parseFloat(style.get('font-size') ?? '1') !== 0;
  }

  /** Refuses trees that are deeper than anybody writes by hand. */
  checkDepth({ depth }: Scope): void {
    const { nesting } = this.context.limits;
    if (depth <= nesting) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The elements of the page are more than ${nesting} deep within each other. Make it flatter.`,
      details: { limit: 'nesting', allowed: nesting },
    });
  }

  /** Where a link leads, as Typst writes it; nothing for a place that is not in the result. */
  destinationOf(element: DomElement): string | undefined {
    const href = attribute(element, 'href');
    if (href === undefined) return undefined;
    if (href.startsWith('#') && this.#targets.has(nameOfTarget(href.slice(1))))
      return `label("${nameOfTarget(href.slice(1))}")`;
    // Addresses beside the page stay: they lead somewhere where the result lies beside the same files.
    if (!RUNNING_ADDRESS.test(href)) return JSON.stringify(href.replace(/[\s"\\]/g, encodeURIComponent));
    this.#droppedLinks++;
    return undefined;
  }

  /** The label of an element that some link leads to; each name counts once. */
  labelOf(element: DomElement): string {
    const id = attribute(element, 'id') ?? (element.localName === 'a' ? attribute(element, 'name') : undefined);
    if (id === undefined) return '';
    const name = nameOfTarget(id);
    if (!this.#targets.has(name) || this.#labelled.has(name)) return '';
    this.#labelled.add(name);
    return `#[#metadata(none)<${name}>];`;
  }

  /** Labels of elements that are not in the result: a link to nowhere would be an error. */
  leftoverLabels(): string {
    return [...this.#targets]
      .filter((name) => !this.#labelled.has(name))
      .map((name) => `#[#metadata(none)<${name}>];`)
      .join('');
  }

  /** Tells what was left out, once for all. */
  finish(): void {
    const { warn } = this.context;
    this.images.finish();
    if (this.#droppedLinks > 0) {
      warn({
        code: 'link_dropped',
        message: `${this.#droppedLinks} links that run scripts or open files of the reader are text only.`,
        details: { links: this.#droppedLinks },
      });
    }
    if (this.cascade.skipped > 0) {
      warn({
        code: 'feature_dropped',
        message: `${this.cascade.skipped} rules of the style sheets were not applied: there are too many for a page of this size.`,
        lost: ['look'],
      });
    }
  }
}

function targetsIn(document: DomDocument): Set<string> {
  const ids = new Set<string>();
  for (const element of Array.from(document.querySelectorAll('[id], a[name]')))
    ids.add(attribute(element, 'id') ?? attribute(element, 'name') ?? '');
  const targets = new Set<string>();
  for (const link of Array.from(document.querySelectorAll('a[href]'))) {
    const href = attribute(link, 'href') ?? '';
    if (href.startsWith('#') && ids.has(decoded(href.slice(1)))) targets.add(nameOfTarget(href.slice(1)));
  }
  return targets;
}

/** A name that Typst takes as a label, the same for an id and for a link to it. */
function nameOfTarget(id: string): string {
  return `to-${Buffer.from(decoded(id)).toString('hex')}`;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
