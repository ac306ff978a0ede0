import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { ListLevel, ListStyle, ParagraphStyle, TextStyle } from './document.ts';
import { points } from './namespaces.ts';

/** The automatic styles of a part: each distinct style is written once, under a name of its own. */
export class AutomaticStyles {
  readonly #names = new Map<string, string>();
  readonly #written: string[] = [];
  readonly #prefix: string;

  /** Parts of one file must not share names: `prefix` tells theirs apart. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get xml(): string {
    return this.#written.join('');
  }

  /** Name of a style of `family` with these attributes and properties. */
  name(family: string, properties: string, attributes = ''): string {
    const key = `${family}|${attributes}|${properties}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `${this.#prefix}${this.#names.size + 1}`;
    this.#names.set(key, name);
    this.#written.push(
      `<style:style style:name="${name}" style:family="${family}"${attributes}>${properties}</style:style>`,
    );
    return name;
  }

  /** Name of the style of a run; undefined where it says nothing. */
  ofText(style: TextStyle): string | undefined {
    const properties = textProperties(style);
    return properties === '' ? undefined : this.name('text', properties);
  }

  ofParagraph(style: ParagraphStyle, attributes = ''): string {
    return this.name('paragraph', paragraphProperties(style) + textProperties(style.text ?? {}), attributes);
  }
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`;
}

function length(name: string, value: number | undefined): string {
  return value === undefined ? '' : ` ${name}="${points(value)}"`;
}

function paragraphProperties(style: ParagraphStyle): string {
  const attributes = [
    attribute('fo:text-align', style.alignment && ALIGNMENTS[style.alignment]),
    length('fo:margin-left', style.left),
    length('fo:margin-right', style.right),
    length('fo:text-indent', style.firstLine),
    length('fo:margin-top', style.before),
    length('fo:margin-bottom', style.after),
    attribute('fo:line-height', lineHeight(style)),
    attribute('fo:background-color', style.background),
    attribute('fo:break-before', style.breakBefore ? 'page' : undefined),
    attribute('fo:keep-with-next', style.keepWithNext ? 'always' : undefined),
  ].join('');
  return attributes === '' ? '' : `<style:paragraph-properties${attributes}/>`;
}

const ALIGNMENTS = { left: 'start', center: 'center', right: 'end', justify: 'justify' } as const;

function lineHeight({ lineHeight: height }: ParagraphStyle): string | undefined {
  if (!height) return undefined;
  return 'factor' in height ? `${Math.round(height.factor * 100)}%` : points(height.points);
}

/** The same attributes for the three kinds of scripts. */
function inAllScripts(name: string, value: string | undefined): string {
  return value === undefined
    ? ''
    : ['', '-asian', '-complex'].map((script) => attribute(`${name}${script}`, value)).join('');
}

function textProperties(style: TextStyle): string {
  const { bold, italic, underline, strike } = style;
  const attributes = [
    style.font === undefined ? '' : attribute('fo:font-family', `'${style.font.replaceAll("'", '')}'`),
    inAllScripts('fo:font-size', style.size === undefined ? undefined : points(style.size)),
    inAllScripts('fo:font-weight', bold === undefined ? undefined : bold ? 'bold' : 'normal'),
    inAllScripts('fo:font-style', italic === undefined ? undefined : italic ? 'italic' : 'normal'),
    attribute('style:text-underline-style', underline === undefined ? undefined : underline ? 'solid' : 'none'),
    attribute('style:text-line-through-style', strike === undefined ? undefined : strike ? 'solid' : 'none'),
    attribute('fo:color', style.colour),
    attribute('fo:background-color', style.background),
    attribute('style:text-position', style.position && `${style.position} 58%`),
    attribute('fo:text-transform', style.capitals === 'all' ? 'uppercase' : undefined),
    attribute('fo:font-variant', style.capitals === 'small' ? 'small-caps' : undefined),
  ].join('');
  // Attributes of other scripts belong to another namespace than those of the Western ones.
  const named = attributes.replaceAll(/fo:(font-(?:size|weight|style)-(?:asian|complex))/g, 'style:$1');
  return named === '' ? '' : `<style:text-properties${named}/>`;
}

/** Name of a list's style: its index is that in the document. */
export function listName(index: number): string {
  return `L${index + 1}`;
}

export function listStyles(lists: readonly ListStyle[], kind: 'text' | 'presentation'): string {
  return lists
    .map(
      ({ levels }, index) =>
        `<text:list-style style:name="${listName(index)}">${levels.map((level, at) => listLevel(level, at, kind)).join('')}</text:list-style>`,
    )
    .join('');
}

function listLevel(
  { label, labelIndent, textIndent }: ListLevel,
  index: number,
  kind: 'text' | 'presentation',
): string {
  const level = ` text:level="${index + 1}"`;
  const width = textIndent - labelIndent;
  // Slides know only the older way to say where a label is.
  const alignment =
    kind === 'presentation'
      ? `<style:list-level-properties text:space-before="${points(labelIndent)}" text:min-label-width="${points(width)}"/><style:text-properties fo:font-size="100%"/>`
      : `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" text:list-tab-stop-position="${points(textIndent)}" fo:text-indent="${points(-width)}" fo:margin-left="${points(textIndent)}"/></style:list-level-properties>`;
  if (label.kind === 'bullet') {
    return `<text:list-level-style-bullet${level}${attribute('text:bullet-char', label.character)}>${alignment}</text:list-level-style-bullet>`;
  }
  const format =
    label.kind === 'none'
      ? ' style:num-format=""'
      : `${attribute('style:num-prefix', label.prefix)}${attribute('style:num-suffix', label.suffix)} style:num-format="${label.format}"`;
  return `<text:list-level-style-number${level}${format}>${alignment}</text:list-level-style-number>`;
}
