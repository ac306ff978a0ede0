import { decodeHTML } from 'entities';

/** A piece of a line in one look. */
export interface Run {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly colour: string | undefined;
  /** Pixels. */
  readonly size: number | undefined;
}

export type Line = readonly Run[];

type Look = Omit<Run, 'text'>;

const BREAKS = /^(br|div|p|li|ul|ol|tr|table|h[1-6]|hr|blockquote|pre)$/;
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)\b([^>]*)>|<!--[\s\S]*?-->/g;
const PLAIN: Look = { isBold: false, isItalic: false, isUnderlined: false, colour: undefined, size: undefined };
/** Sizes of the attribute `size` of `font`. */
const SIZES = [10, 10, 13, 16, 18, 24, 32, 48];
const HEADINGS: Readonly<Record<string, number>> = { h1: 24, h2: 18, h3: 14, h4: 12, h5: 10, h6: 8 };
const MOST_LEVELS = 64;

/** Lines of a label in HTML, with what is bold, slanted, coloured or of another size. */
export function linesOfHtml(html: string): Line[] {
  const lines: Run[][] = [[]];
  const looks: { readonly tag: string; readonly look: Look }[] = [{ tag: '', look: PLAIN }];
  let at = 0;
  const breakLine = (isForced: boolean): void => {
    if (isForced || lines.at(-1)!.length > 0) lines.push([]);
  };
  const write = (text: string): void => {
    const plain = decodeHTML(text).replaceAll(/[ \t\r\n\f]+/g, ' ');
    const line = lines.at(-1)!;
    const shown = line.length === 0 ? plain.trimStart() : plain;
    if (shown !== '') line.push({ ...looks.at(-1)!.look, text: shown.replaceAll('\u00A0', ' ') });
  };
  for (const match of html.matchAll(TAG)) {
    write(html.slice(at, match.index));
    at = match.index + match[0].length;
    const [, slash, name, attributes = ''] = match;
    const tag = name?.toLowerCase();
    if (tag === undefined) continue;
    if (BREAKS.test(tag)) breakLine(tag === 'br');
    if (tag === 'td' && slash === '' && lines.at(-1)!.length > 0) write(' &#160;');
    if (slash === '') {
      if (tag === 'li') write('• ');
      if (!/^(br|hr|img|input)$/.test(tag) && !attributes.endsWith('/') && looks.length < MOST_LEVELS)
        looks.push({ tag, look: lookOf(tag, attributes, looks.at(-1)!.look) });
    } else {
      const open = looks.findLastIndex((each) => each.tag === tag);
      if (open > 0) looks.length = open;
    }
  }
  write(html.slice(at));
  while (lines.length > 1 && lines.at(-1)!.length === 0) lines.pop();
  return lines;
}

export function linesOfPlain(text: string): Line[] {
  return text.split(/\r?\n/).map((line) => (line === '' ? [] : [{ ...PLAIN, text: line }]));
}

function lookOf(tag: string, attributes: string, before: Look): Look {
  const style = /\bstyle\s*=\s*"([^"]*)"|\bstyle\s*=\s*'([^']*)'/.exec(attributes);
  const css = decodeHTML(style?.[1] ?? style?.[2] ?? '');
  const colour = /(?:^|;)\s*color\s*:\s*([^;]+)/.exec(css)?.[1] ?? /\bcolor\s*=\s*"([^"]+)"/.exec(attributes)?.[1];
  const pixels = /(?:^|;)\s*font-size\s*:\s*([\d.]+)\s*(px|pt)?/.exec(css);
  const step = /\bsize\s*=\s*"?(\d)/.exec(attributes)?.[1];
  const size = pixels
    ? Number(pixels[1]) * (pixels[2] === 'pt' ? 4 / 3 : 1)
    : step
      ? SIZES[Number(step)]
      : HEADINGS[tag];
  return {
    isBold: before.isBold || /^(b|strong|h[1-6]|th)$/.test(tag) || /font-weight\s*:\s*(bold|[6-9]00)/.test(css),
    isItalic: before.isItalic || /^(i|em)$/.test(tag) || /font-style\s*:\s*italic/.test(css),
    isUnderlined: before.isUnderlined || tag === 'u' || /text-decoration[^;]*underline/.test(css),
    colour: colour?.trim() ?? before.colour,
    size: size !== undefined && size > 0 && size <= 400 ? size : before.size,
  };
}

/** The width of a text in Helvetica, in pixels: fitting lines does not need it exactly. */
export function widthOf(text: string, size: number, isBold: boolean): number {
  let ems = 0;
  for (const character of text) {
    ems += /[iljtfrI.,:;'|!()[\]\s/]/.test(character)
      ? 0.29
      : /[mwMW@%—]/.test(character)
        ? 0.86
        : /[A-Z&]/.test(character)
          ? 0.69
          : character >= '\u2E80'
            ? 1
            : 0.54;
  }
  return ems * size * (isBold ? 1.06 : 1);
}

/** Lines that are no wider than `width`, broken between words. */
export function wrapped(
  lines: readonly Line[],
  width: number,
  { size, isBold }: { readonly size: number; readonly isBold: boolean },
): Line[] {
  const widthOfRun = (run: Run): number => widthOf(run.text, run.size ?? size, isBold || run.isBold);
  return lines.flatMap((line) => {
    if (line.reduce((sum, run) => sum + widthOfRun(run), 0) <= width) return [line];
    const broken: Run[][] = [[]];
    let used = 0;
    for (const run of line)
      for (const word of run.text.match(/\s*\S+|\s+$/g) ?? []) {
        const piece = { ...run, text: word };
        const needed = widthOfRun(piece);
        if (used > 0 && used + needed > width) {
          broken.push([{ ...piece, text: word.trimStart() }]);
          used = needed;
        } else {
          broken.at(-1)!.push(piece);
          used += needed;
        }
      }
    return broken;
  });
}
