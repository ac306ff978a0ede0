import { parseDeclarations, type Declaration } from '../css/declarations.ts';
import { parseStyleSheet } from '../css/style-sheet.ts';
import type { DomElement } from '../html/dom.ts';

/** What of a style sheet a book keeps in every format: emphasis and alignment. */
const KEPT =
  /^(?:font-style|font-weight|font-variant|text-align|text-indent|text-decoration|vertical-align|white-space)$/;
const VALUE = /^[a-z\d.%\s-]{1,40}$/i;
const SELECTOR = /^([a-z][a-z\d]*)?(?:\.([\w-]+))?$/i;
/** Declarations that say nothing. */
const PLAIN: ReadonlySet<string> = new Set([
  'font-style:normal',
  'font-weight:normal',
  'font-weight:400',
  'font-variant:normal',
  'text-decoration:none',
  'text-indent:0',
  'vertical-align:baseline',
  'white-space:normal',
]);
/** Characters of style sheets that are looked at. */
const MAX_CHARS = 500_000;

type Kept = readonly (readonly [property: string, value: string])[];

/** Style sheets as far as books mean something by them: rules for an element's name, its class, or both. */
export class SimpleStyles {
  readonly #rules = new Map<string, Map<string, string>>();

  constructor(sheets: readonly string[]) {
    for (const sheet of sheets) this.add(sheet);
  }

  add(sheet: string): void {
    for (const { selector, declarations } of parseStyleSheet(sheet.slice(0, MAX_CHARS)).rules) {
      const kept = keptOf(declarations);
      if (kept.length > 0) this.#addRule(selector, kept);
    }
  }

  /** The declarations of an element in the form of a `style` attribute; empty where there are none. */
  styleOf(element: DomElement): string {
    const found = new Map<string, string>();
    const name = element.localName;
    const classes = (element.getAttribute('class') ?? '').split(/\s+/).filter((part) => part !== '');
    const keys = [name, ...classes.flatMap((part) => [`.${part}`, `${name}.${part}`])];
    for (const key of keys) for (const [property, value] of this.#rules.get(key) ?? []) found.set(property, value);
    for (const [property, value] of keptOf(parseDeclarations(element.getAttribute('style') ?? '')))
      found.set(property, value);
    const align = /^(?:left|right|center|justify)$/i.exec(element.getAttribute('align') ?? '')?.[0].toLowerCase();
    if (align !== undefined && !found.has('text-align')) found.set('text-align', align);
    return [...found]
      .map(([property, value]) => `${property}:${value}`)
      .filter((declaration) => !PLAIN.has(declaration))
      .join(';');
  }

  #addRule(selector: string, declarations: Kept): void {
    const match = SELECTOR.exec(selector);
    if (!match || selector === '' || selector === 'body' || selector === 'html') return;
    const key = `${match[1]?.toLowerCase() ?? ''}${match[2] === undefined ? '' : `.${match[2]}`}`;
    const rule = this.#rules.get(key) ?? new Map<string, string>();
    for (const [property, value] of declarations) rule.set(property, value);
    this.#rules.set(key, rule);
  }
}

/** The elements of HTML that show what a style means, for where there are no style sheets. */
export function formatsOf(style: string): string[] {
  return [
    ...(/font-style:(?:italic|oblique)/.test(style) ? ['i'] : []),
    ...(/font-weight:(?:bold|bolder|[6-9]00)/.test(style) ? ['b'] : []),
    ...(/text-decoration:[^;]*underline/.test(style) ? ['u'] : []),
    ...(/text-decoration:[^;]*line-through/.test(style) ? ['s'] : []),
    ...(/vertical-align:super/.test(style) ? ['sup'] : []),
    ...(/vertical-align:sub/.test(style) ? ['sub'] : []),
  ];
}

function keptOf(declarations: readonly Declaration[]): Kept {
  return declarations.flatMap(({ property, value }) => {
    const name = property === 'text-decoration-line' ? 'text-decoration' : property;
    return KEPT.test(name) && VALUE.test(value) ? [[name, value.toLowerCase()] as const] : [];
  });
}
