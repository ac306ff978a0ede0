import { attribute, type DomDocument, type DomElement } from '../html/dom.ts';
import { parseDeclarations, type Declaration, type Declarations } from './declarations.ts';
import { presentationalHints } from './presentational-hints.ts';
import { holds, parseStyleSheet, type Rule } from './style-sheet.ts';

/** Matches of rules with elements that are tried: 2,000 rules on a page of 50,000 elements take seconds. */
const MAX_TRIES = 100_000_000;
const NO_DECLARATIONS: Declarations = new Map();
const CSS_WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/i;
const VARIABLE = /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/;
/** Variables in variables. */
const MAX_VARIABLES = 32;

interface Match {
  readonly rank: number;
  readonly declarations: readonly Declaration[];
}

/** Which declarations an element of a page gets (CSS Cascade 4): style sheets, style attributes, old attributes. */
export class Cascade {
  readonly page: Declarations;
  /** Rules that were not tried, because there are too many for a page of this size. */
  readonly skipped: number;
  readonly #matches = new Map<DomElement, Match[]>();
  readonly #styles = new Map<DomElement, Declarations>();
  readonly #variables: Declarations;

  constructor(document: DomDocument, signal: AbortSignal) {
    const sheets = sheetsOf(document).map(parseStyleSheet);
    this.page = merged(sheets.flatMap(({ page }) => page));
    this.skipped = this.#match(
      document,
      sheets.flatMap(({ rules }) => rules),
      signal,
    );
    const roots = [document.documentElement, document.body].filter((root) => root !== null);
    const variables = roots.flatMap((root) =>
      [...this.#declarationsOf(root)].filter(([name]) => name.startsWith('--')),
    );
    this.#variables = new Map(variables);
  }

  styleOf(element: DomElement): Declarations {
    const known = this.#styles.get(element);
    if (known) return known;
    const style = this.#resolved(this.#declarationsOf(element));
    this.#styles.set(element, style);
    return style;
  }

  /** Returns how many rules were left out. */
  #match(document: DomDocument, rules: readonly Rule[], signal: AbortSignal): number {
    if (rules.length === 0) return 0;
    const present = namesIn(document);
    let tries = 0;
    for (const [order, { selector, specificity, declarations }] of rules.entries()) {
      if (tries > MAX_TRIES) return rules.length - order;
      signal.throwIfAborted();
      if (!mayMatch(selector, present)) continue;
      tries += present.elements;
      for (const element of select(document, selector)) {
        const matches = this.#matches.get(element) ?? [];
        matches.push({ rank: specificity * 100_000 + order, declarations });
        this.#matches.set(element, matches);
      }
    }
    return 0;
  }

  #declarationsOf(element: DomElement): Declarations {
    const matches = (this.#matches.get(element) ?? []).sort((one, other) => one.rank - other.rank);
    const own = element.getAttribute('style');
    const all = [
      ...presentationalHints(element),
      ...matches.flatMap(({ declarations }) => declarations),
      ...(own === null ? [] : parseDeclarations(own)),
    ];
    return all.length === 0 ? NO_DECLARATIONS : merged(all);
  }

  #resolved(declarations: Declarations): Declarations {
    const style = new Map<string, string>();
    for (const [property, raw] of declarations) {
      const value = raw.includes('var(') ? this.#withoutVariables(raw, declarations) : raw;
      if (value !== undefined && !CSS_WIDE.test(value)) style.set(property, value);
    }
    return style;
  }

  #withoutVariables(raw: string, own: Declarations): string | undefined {
    let value = raw;
    for (let count = 0; count < MAX_VARIABLES; count++) {
      const match = VARIABLE.exec(value);
      if (!match) return value;
      const replacement = own.get(match[1]!) ?? this.#variables.get(match[1]!) ?? match[2];
      if (replacement === undefined) return undefined;
      value = value.slice(0, match.index) + replacement.trim() + value.slice(match.index + match[0].length);
      if (value.length > raw.length + 10_000) return undefined;
    }
    return undefined;
  }
}

function merged(declarations: readonly Declaration[]): Declarations {
  const style = new Map<string, string>();
  for (const { property, value } of declarations.filter(({ important }) => !important)) style.set(property, value);
  for (const { property, value } of declarations.filter(({ important }) => important)) style.set(property, value);
  return style;
}

function sheetsOf(document: DomDocument): string[] {
  return [...Array.from(document.querySelectorAll('style'))]
    .filter((style) => (attribute(style, 'media') ?? '').split(',').some(holds))
    .map((style) => style.textContent ?? '');
}

interface Present {
  readonly names: ReadonlySet<string>;
  readonly elements: number;
}

/** Types, classes and ids of a page: most rules of a large style sheet are for none of them. */
function namesIn(document: DomDocument): Present {
  const elements = Array.from(document.querySelectorAll('*'));
  const names = new Set<string>();
  for (const element of elements) {
    names.add(element.localName);
    for (const name of (element.getAttribute('class') ?? '').split(/\s+/)) names.add(`.${name}`);
    names.add(`#${element.getAttribute('id') ?? ''}`);
  }
  return { names, elements: elements.length };
}

function mayMatch(selector: string, { names }: Present): boolean {
  const last = selector.slice(selector.search(/[^\s>+~]*$/)).replace(/\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?/g, '');
  const parts = last.match(/[.#]?[\w-]+/g) ?? [];
  return parts.every((part) => names.has(part) || names.has(part.toLowerCase()));
}

function select(document: DomDocument, selector: string): DomElement[] {
  try {
    return Array.from(document.querySelectorAll(selector));
  } catch {
    return []; // a selector that is not understood matches nothing (Selectors 4, section 3.9)
  }
}
