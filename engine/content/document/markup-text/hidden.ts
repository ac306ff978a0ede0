/** Elements without an end tag (HTML standard, 13.1.2). */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const RULE = /([^{}]+)\{([^{}]*)\}/g;
const HIDES = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;
const SIMPLE = /^[a-z]*([.#][\w-]+)$/i;
/** Style sheets longer than this are looked at in part. */
const MAX_SHEET_CHARS = 1_000_000;

/** Finds elements that nobody sees: by their attributes, and by rules of style sheets for a class or an id. */
export class HiddenElements {
  readonly #names: ReadonlySet<string>;
  /** Elements that are not closed: they hide nothing. */
  readonly #unclosed = new Set<string>();

  constructor(source: string) {
    this.#names = hidingNames(source);
  }

  /** Where the hidden element ends whose start tag was just read; nothing for one that is seen. */
  endOf(name: string, attributes: string, source: string, from: number): number | undefined {
    if (VOID.has(name) || this.#unclosed.has(name) || !this.#isHidden(attributes)) return undefined;
    const tags = new RegExp(`<(/?)${name.replace(/[^\w-]/g, '')}(?=[\\s/>])[^>]*>?`, 'gi');
    tags.lastIndex = from;
    let depth = 1;
    for (let tag = tags.exec(source); tag; tag = tags.exec(source)) {
      depth += tag[1] === '/' ? -1 : 1;
      if (depth === 0) return tags.lastIndex;
    }
    this.#unclosed.add(name);
    return undefined;
  }

  #isHidden(attributes: string): boolean {
    if (attributes.trim() === '') return false;
    if (/(?:^|\s)hidden(?:[\s=/>]|$)/i.test(attributes.replace(/"[^"]*"|'[^']*'/g, '""'))) return true;
    const style = valueOf(attributes, 'style');
    if (style !== undefined && HIDES.test(style)) return true;
    if (this.#names.size === 0) return false;
    const classes = (valueOf(attributes, 'class') ?? '').split(/\s+/).map((name) => `.${name}`);
    return [...classes, `#${valueOf(attributes, 'id') ?? ''}`].some((name) => this.#names.has(name));
  }
}

function valueOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function hidingNames(source: string): Set<string> {
  const names = new Set<string>();
  for (const [, sheet = ''] of source.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/gi)) {
    const css = sheet.slice(0, MAX_SHEET_CHARS).replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, selectors = '', body = ''] of css.matchAll(RULE)) {
      if (!HIDES.test(body)) continue;
      for (const selector of selectors.split(',')) {
        const name = SIMPLE.exec(selector.trim())?.[1];
        if (name !== undefined) names.add(name);
      }
    }
  }
  return names;
}
