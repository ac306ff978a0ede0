import { decodeHTML } from 'entities/decode';
import type { CueLine, Place, RunStyle } from './model.ts';
import { colourOfWeb } from './colours.ts';
import type { Notes } from './notes.ts';
import { applyOverrides, startOverrides } from './overrides.ts';
import { StyledText } from './styled-text.ts';

/** What of HTML's inline markup a format uses. */
export interface MarkupDialect {
  /** `&amp;` means an ampersand. */
  readonly entities?: true;
  /** `{\an8}` and the like work, as players let them. */
  readonly overrides?: true;
  /** Line inputs are mere spaces: only `<br>` breaks a line. */
  readonly collapses?: true;
  /** Colours by class name, as in `<c.yellow>`. */
  readonly classes?: ReadonlyMap<string, RunStyle>;
}

export interface MarkedText {
  readonly lines: CueLine[];
  readonly place?: Place;
  readonly speaker?: string;
}

const TOKEN = /<(\/?)([a-z][\w:]*|(?=\d))((?:\.[^\s<>]+)?[^<>]*)>|\{(\\[^{}]*)\}|([^<{]+|[<{])/gi;
const STYLE_OF_TAG: Readonly<Record<string, RunStyle>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
};

interface OpenTag {
  readonly name: string;
  readonly before: RunStyle;
}

/** Reads inline markup, forgiving what browsers forgive: unknown tags vanish, unclosed ones end with the text. */
export function readMarkup(source: string, notes: Notes, dialect: MarkupDialect): MarkedText {
  const text = new StyledText();
  const open: OpenTag[] = [];
  const overrides = startOverrides(notes);
  let speaker: string | undefined;
  let hidden: string | undefined;
  for (const [whole, slash, tag, rest = '', override, plain] of source.matchAll(TOKEN)) {
    if (override !== undefined) {
      if (!dialect.overrides) text.add(whole);
      else {
        applyOverrides(override, overrides);
        text.runStyle = { ...text.runStyle, ...overrides.runStyle };
      }
      continue;
    }
    if (plain !== undefined) {
      if (hidden === undefined) text.add(readPlain(plain, dialect));
      continue;
    }
    const name = tag!.toLowerCase();
    if (slash === '/') {
      hidden = hidden === name ? undefined : hidden;
      closeTag(name, open, text);
    } else if (name === 'br') text.breakLine();
    else if (name === '') notes.drop('karaoke'); // a time inside the text
    else if (name === 'rt' || name === 'rp') {
      hidden = name;
      notes.drop('ruby');
    } else {
      if (name === 'v') speaker ??= decodeHTML(rest.replace(/^\.\S+/, '')).trim() || undefined;
      open.push({ name, before: text.runStyle });
      text.runStyle = { ...text.runStyle, ...styleOfTag(name, rest, dialect) };
    }
  }
  return { lines: text.lines(), ...(overrides.place && { place: overrides.place }), ...(speaker && { speaker }) };
}

function readPlain(text: string, { entities, collapses }: MarkupDialect): string {
  const collapsed = collapses ? text.replaceAll(/\s+/g, ' ') : text;
  return entities ? decodeHTML(collapsed) : collapsed;
}

function closeTag(name: string, open: OpenTag[], text: StyledText): void {
  const index = open.findLastIndex((tag) => tag.name === name);
  if (index < 0) return;
  text.runStyle = open[index]!.before;
  open.length = index;
}

function styleOfTag(name: string, rest: string, { classes }: MarkupDialect): RunStyle {
  const colour = name === 'font' ? colourOfFont(rest) : undefined;
  const ofClasses =
    /^\.(\S+)/
      .exec(rest)?.[1]
      ?.split('.')
      .map((each) => classes?.get(each) ?? {}) ?? [];
  return Object.assign({}, ...ofClasses, STYLE_OF_TAG[name], colour === undefined ? {} : { colour }) as RunStyle;
}

function colourOfFont(attributes: string): string | undefined {
  const value = /\bcolor\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes);
  return value ? colourOfWeb(value[1] ?? value[2] ?? value[3] ?? '') : undefined;
}
