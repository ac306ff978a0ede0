import { parseDeclarations, type Declaration } from './declarations.ts';
import { parseStyleSheet } from './style-sheet.ts';

/** What selectors can ask of an element. */
export interface StyledElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The parts of a simple selector: what one element must be. */
interface Compound {
  readonly name?: string;
  readonly id?: string;
  readonly classes: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly value?: string }[];
}

interface HidingRule {
  /** From the element outwards; each with how it is to the one before. */
  readonly compounds: readonly (Compound & { readonly isParent: boolean })[];
  readonly rank: number;
  readonly declarations: readonly Declaration[];
}

const PROPERTIES = /^(?:display|visibility|color|background-color|font-size)$/;
const PART = /([.#]?)((?:[\w-]|\\.)+)|\[\s*([\w-]+)\s*(?:=\s*["']?([^\]"']*)["']?\s*)?\]|\*/y;
/** Rules that say what is shown: pages have a few hundred at most. */
const MAX_RULES = 5000;

/** How the text of an element is seen, as far as its rules say it. */
export interface Sight {
  readonly isHidden: boolean;
  readonly isWhite?: boolean;
  /** Something other than white is behind it. */
  readonly isOnColour?: boolean;
  readonly isTiny?: boolean;
}

/** Finds elements that nobody sees, by the rules of style sheets and by their own style (CSS Cascade 4). */
export class Hiding {
  /** By the class, the id or the name of the element that they are for. */
  readonly #rules = new Map<string, HidingRule[]>();

  constructor(sheets: readonly string[]) {
    const rules = sheets.flatMap((sheet) => parseStyleSheet(sheet).rules);
    let count = 0;
    for (const [order, { selector, specificity, declarations }] of rules.entries()) {
      const hiding = declarations.filter(({ property }) => PROPERTIES.test(property));
      const compounds = hiding.length > 0 && count < MAX_RULES ? parseSelector(selector) : undefined;
      if (!compounds) continue;
      count++;
      const rule = { compounds, rank: specificity * 100_000 + order, declarations: hiding };
      const key = keyOf(compounds[0]!);
      this.#rules.set(key, [...(this.#rules.get(key) ?? []), rule]);
    }
  }

  /** `ancestors` are those of the element, the outermost first. Nothing where nothing is said of how it is seen. */
  sightOf(element: StyledElement, ancestors: readonly StyledElement[]): Sight | undefined {
    const { style } = element.attributes;
    const own = style === undefined ? [] : parseDeclarations(style);
    const rules = this.#rules.size === 0 ? [] : this.#rulesFor(element, ancestors);
    if (rules.length === 0 && own.length === 0) return undefined;
    const declared = [...rules.flatMap(({ declarations }) => declarations), ...own];
    const [colour, background, size] = ['color', 'background-color', 'font-size'].map((name) =>
      valueOf(declared, name),
    ) as [string, string, string];
    return {
      isHidden:
        valueOf(declared, 'display') === 'none' || /^(?:hidden|collapse)$/.test(valueOf(declared, 'visibility')),
      ...(colour !== '' && { isWhite: WHITE.test(colour) }),
      ...(background !== '' && { isOnColour: !WHITE.test(background) && !NO_COLOUR.test(background) }),
      ...(size !== '' && { isTiny: isTiny(size) }),
    };
  }

  #rulesFor(element: StyledElement, ancestors: readonly StyledElement[]): HidingRule[] {
    const { name, attributes } = element;
    const keys = [
      name,
      '*',
      `#${attributes['id'] ?? ''}`,
      ...(attributes['class'] ?? '').split(/\s+/).map((each) => `.${each}`),
    ];
    return keys
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter(({ compounds }) => matches(compounds, element, ancestors))
      .sort((one, other) => one.rank - other.rank);
  }
}

const WHITE = /^(?:white|#f{3}|#f{6}|rgba?\(\s*255\s*,\s*255\s*,\s*255\s*(?:,\s*1\s*)?\))$/;
const NO_COLOUR = /^(?:transparent|inherit|initial|unset|none)$/;
/** Points below which no text is read. */
const MIN_POINTS = 3;
const POINTS: Readonly<Record<string, number>> = { pt: 1, px: 0.75 };

function isTiny(size: string): boolean {
  const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(size) ?? [];
  return number !== undefined && Number(number) * POINTS[unit!]! < MIN_POINTS;
}

function valueOf(declarations: readonly Declaration[], wanted: string): string {
  const found = declarations.filter(({ property }) => property === wanted);
  return (found.findLast(({ important }) => important) ?? found.at(-1))?.value.toLowerCase() ?? '';
}

function keyOf({ id, classes, name }: Compound): string {
  if (id !== undefined) return `#${id}`;
  return classes.length > 0 ? `.${classes[0]!}` : (name ?? '*');
}

/** Nothing for what is not understood: it hides nothing. */
function parseSelector(selector: string): HidingRule['compounds'] | undefined {
  const parts = selector.trim().split(/\s*(>)\s*|\s+/);
  const compounds: (Compound & { isParent: boolean })[] = [];
  let isParent = false;
  for (const part of parts.toReversed()) {
    if (part === undefined) continue;
    if (part === '>') {
      isParent = true;
      continue;
    }
    const compound = parseCompound(part);
    if (!compound) return undefined;
    compounds.push({ ...compound, isParent });
    isParent = false;
  }
  return compounds.length > 0 ? compounds : undefined;
}

function parseCompound(text: string): Compound | undefined {
  const compound = { classes: [] as string[], attributes: [] as { name: string; value?: string }[] };
  let [name, id]: (string | undefined)[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text);
    if (!match) return undefined;
    const [, mark, word, attribute, value] = match;
    if (attribute !== undefined) compound.attributes.push({ name: attribute, ...(value !== undefined && { value }) });
    else if (word !== undefined && mark === '.') compound.classes.push(word);
    else if (word !== undefined && mark === '#') id = word;
    else if (word !== undefined) name = word.toLowerCase();
  }
  return { ...compound, ...(name !== undefined && { name }), ...(id !== undefined && { id }) };
}

function matches(
  [own, ...outer]: HidingRule['compounds'],
  element: StyledElement,
  ancestors: readonly StyledElement[],
): boolean {
  if (!isOne(own!, element)) return false;
  let next = ancestors.length - 1;
  // Each ancestor that fits is taken at once: with parents further out another might fit, which hides too little.
  for (const compound of outer) {
    while (next >= 0 && !isOne(compound, ancestors[next]!)) {
      if (compound.isParent) return false;
      next--;
    }
    if (next-- < 0) return false;
  }
  return true;
}

function isOne({ name, id, classes, attributes }: Compound, element: StyledElement): boolean {
  const { attributes: own } = element;
  if (name !== undefined && name !== element.name) return false;
  if (id !== undefined && own['id'] !== id) return false;
  if (attributes.some((each) => own[each.name] === undefined || (each.value ?? own[each.name]) !== own[each.name]))
    return false;
  if (classes.length === 0) return true;
  const held = (own['class'] ?? '').split(/\s+/);
  return classes.every((each) => held.includes(each));
}
