import type { TextFormats } from '../../../contract/facts.ts';
import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';

/** What a style or a run says of its text; nothing where it says nothing. */
interface CharacterFormat {
  readonly halfPoints?: number;
  readonly colour?: string;
}

interface Style extends CharacterFormat {
  readonly basedOn?: string;
}

/** Half points of text in a document whose styles say nothing of it (ECMA-376, 17.3.2.38). */
const DEFAULT_HALF_POINTS = 20;
/** Styles that are based on each other. */
const MAX_BASES = 16;
/** Different sizes that are told apart. */
const MAX_SIZES = 200;

/** How large the text of a Word document is, and how much of it is white. */
export function readTextFormats(body: string, styles: string | undefined, maxDepth: number): TextFormats {
  const sheet = new StyleReader();
  if (styles !== undefined) scanXml(styles, sheet, maxDepth);
  const reader = new RunReader(sheet);
  scanXml(body, reader, maxDepth);
  return { sizes: [...reader.sizes].slice(0, MAX_SIZES), white: reader.white };
}

class StyleReader implements XmlHandler {
  readonly styles = new Map<string, Style>();
  defaults: CharacterFormat = {};
  usual: string | undefined;
  #id: string | undefined;
  #isDefault = false;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'style') {
      this.#id = attributes.get('styleId');
      if (this.#id === undefined) return;
      this.styles.set(this.#id, {});
      const isUsual = attributes.get('default') === '1' || attributes.get('default') === 'true';
      if (isUsual && attributes.get('type') === 'paragraph') this.usual = this.#id;
    } else if (name === 'rPrDefault') this.#isDefault = true;
    else if (name === 'basedOn') this.#set({ basedOn: attributes.get('val') });
    else this.#set(formatOf(name, attributes));
  }

  close(name: string): void {
    if (name === 'style') this.#id = undefined;
    if (name === 'rPrDefault') this.#isDefault = false;
  }

  text(): void {}

  #set(more: Style | undefined): void {
    if (!more) return;
    if (this.#isDefault) this.defaults = { ...this.defaults, ...more };
    else if (this.#id !== undefined) this.styles.set(this.#id, { ...this.styles.get(this.#id), ...more });
  }

  /** What a style says, with those that it is based on. */
  formatOf(id: string | undefined): CharacterFormat {
    let format: CharacterFormat = {};
    let style = id === undefined ? undefined : this.styles.get(id);
    for (let depth = 0; style && depth < MAX_BASES; depth++) {
      format = { ...definedIn(style), ...format };
      style = style.basedOn === undefined ? undefined : this.styles.get(style.basedOn);
    }
    return format;
  }
}

class RunReader implements XmlHandler {
  readonly sizes = new Map<number, number>();
  white = 0;
  readonly #styles: StyleReader;
  #paragraph: string | undefined;
  #run: CharacterFormat = {};
  #isRun = false;
  #isText = false;

  constructor(styles: StyleReader) {
    this.#styles = styles;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'p') this.#paragraph = undefined;
    else if (name === 'pStyle') this.#paragraph = attributes.get('val');
    else if (name === 'r') {
      this.#run = {};
      this.#isRun = true;
    } else if (name === 't') this.#isText = true;
    else if (this.#isRun && name === 'rStyle')
      this.#run = { ...this.#styles.formatOf(attributes.get('val')), ...this.#run };
    else if (this.#isRun) this.#run = { ...this.#run, ...formatOf(name, attributes) };
  }

  close(name: string): void {
    if (name === 'r') this.#isRun = false;
    if (name === 't') this.#isText = false;
  }

  text(value: string): void {
    const count = this.#isText ? value.replace(/\s/g, '').length : 0;
    if (count === 0) return;
    const style = this.#styles.formatOf(this.#paragraph ?? this.#styles.usual);
    const format = { ...this.#styles.defaults, ...style, ...this.#run };
    const points = (format.halfPoints ?? DEFAULT_HALF_POINTS) / 2;
    this.sizes.set(points, (this.sizes.get(points) ?? 0) + count);
    if (format.colour?.toLowerCase() === 'ffffff') this.white += count;
  }
}

function formatOf(name: string, attributes: XmlAttributes): CharacterFormat | undefined {
  const value = attributes.get('val') ?? '';
  if (name === 'sz' && /^\d+$/.test(value)) return { halfPoints: Number(value) };
  return name === 'color' ? { colour: value } : undefined;
}

function definedIn({ halfPoints, colour }: Style): CharacterFormat {
  return { ...(halfPoints !== undefined && { halfPoints }), ...(colour !== undefined && { colour }) };
}
