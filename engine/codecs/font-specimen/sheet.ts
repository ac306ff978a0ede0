import { readFont, facesOf } from '../../content/font/shipped-fonts.ts';
import { familyNameOf, nameOf } from '../../content/font/tables.ts';
import { boxOf } from '../../content/font/bare-cff.ts';
import { OpenFont } from '../../content/font/harfbuzz.ts';
import { ALPHABET_ROWS, SAMPLE_TEXTS } from './sample-texts.ts';
import { has, hasAll, setLine, setToWidth, type Line, type PlacedGlyph, type Style } from './setter.ts';

/** A sheet in points: glyphs, and thin lines between its parts. */
export interface Sheet {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly PlacedGlyph[];
  readonly rules: readonly { readonly y: number; readonly from: number; readonly to: number }[];
}

/** A4. */
const [WIDTH, HEIGHT] = [595, 842];
const MARGIN = 44;
const INNER = WIDTH - 2 * MARGIN;
const INK = '#16181d';
const MUTED = '#7a808c';
const SIZES = [48, 36, 28, 22, 18, 14, 12, 10, 8];
const [TITLE_SIZE, LEAST_TITLE_SIZE] = [64, 18];
const ALPHABET_SIZE = 24;
const CAPTION_SIZE = 7;
const GRID_COLUMNS = 16;
const GRID_GLYPH = 18;
/** Samples that are looked for in fonts that have none of the texts. */
const OWN_SAMPLE_CHARACTERS = 48;

/** Lays the specimen of a font out, from its name at the top to a grid of its glyphs at the bottom. */
export function layOutSheet(file: Uint8Array): Sheet {
  const font = new OpenFont(file);
  const page = new Page(new OpenFont(readFont(facesOf('Arimo')[0]!)));
  const characters = [...font.face.collectUnicodes()].filter(isVisible).map((code) => String.fromCodePoint(code));
  const texts = SAMPLE_TEXTS.filter((text) => hasAll(font, text));
  const sample = texts[0] ?? ownSample(characters);
  const family = familyNameOf(file) ?? 'Untitled';
  const style = nameOf(file, 'style') ?? '';

  page.title(hasAll(font, family) ? font : page.caption, family);
  page.note(captionOf(file, font, characters.length, style));
  const rows = ALPHABET_ROWS.map((row) =>
    Array.from(row)
      .filter((char) => char === ' ' || has(font, char))
      .join(''),
  );
  if (rows.some((row) => row.trim() !== '')) {
    page.rule('Alphabet');
    for (const row of rows) page.fitted(row, { font, size: ALPHABET_SIZE, colour: INK });
  }
  page.rule('Sizes');
  for (const size of SIZES) page.waterfall(sample, { font, size, colour: INK });
  if (texts.length > 1) {
    page.rule('Languages');
    for (const text of texts.slice(1)) page.fitted(text, { font, size: 13, colour: INK });
  }
  page.rule('Glyphs');
  page.grid(font, gridGlyphs(font, characters));
  return { title: `${family} ${style}`.trim(), width: WIDTH, height: HEIGHT, glyphs: page.glyphs, rules: page.rules };
}

function isVisible(codePoint: number): boolean {
  return !/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Control}\p{Mark}]/u.test(String.fromCodePoint(codePoint));
}

function ownSample(characters: readonly string[]): string {
  const some = characters.slice(0, OWN_SAMPLE_CHARACTERS);
  return some.length === 0 ? ' ' : some.join('');
}

function captionOf(file: Uint8Array, font: OpenFont, characters: number, style: string): string {
  const features = [...new Set([...font.face.getTableFeatureTags('GSUB'), ...font.face.getTableFeatureTags('GPOS')])];
  const axes = Object.keys(font.face.getAxisInfos());
  return [
    style,
    nameOf(file, 'version') ?? '',
    `${characters} characters`,
    `${font.unitsPerEm} units per em`,
    features.length === 0 ? '' : `features ${features.sort().slice(0, 14).join(' ')}`,
    axes.length === 0 ? '' : `axes ${axes.join(' ')}`,
  ]
    .filter((part) => part !== '')
    .join('  ·  ');
}

/** Glyphs for the grid: of characters throughout the font, or simply the first ones where it has no characters. */
function gridGlyphs(font: OpenFont, characters: readonly string[]): number[] {
  const most = GRID_COLUMNS * 12;
  if (characters.length === 0) return Array.from({ length: most }, (_, glyph) => glyph + 1);
  const step = Math.max(1, characters.length / most);
  const picked = Array.from(
    { length: Math.min(most, characters.length) },
    (_, index) => characters[Math.floor(index * step)]!,
  );
  return picked.map((char) => font.font.nominalGlyph(char.codePointAt(0)!) ?? 0);
}

/** A page that is filled from the top. What would go beyond its end is left out. */
class Page {
  readonly glyphs: PlacedGlyph[] = [];
  readonly rules: { y: number; from: number; to: number }[] = [];
  /** The font of the captions. */
  readonly caption: OpenFont;
  #y = MARGIN;

  constructor(caption: OpenFont) {
    this.caption = caption;
  }

  title(font: OpenFont, text: string): void {
    const { width } = setLine(text, { font, size: TITLE_SIZE, colour: INK });
    const size = Math.max(LEAST_TITLE_SIZE, Math.min(TITLE_SIZE, (TITLE_SIZE * INNER) / Math.max(1, width)));
    const line = setLine(text, { font, size, colour: INK });
    this.#place(line, MARGIN, (this.#y += size * 0.95));
    this.#y += size * 0.3;
  }

  note(text: string): void {
    const style = { font: this.caption, size: CAPTION_SIZE, colour: MUTED };
    this.#place(cut(text, style), MARGIN, (this.#y += CAPTION_SIZE));
  }

  rule(name: string): void {
    this.#y += 16;
    this.rules.push({ y: this.#y, from: MARGIN, to: WIDTH - MARGIN });
    this.#y += 3;
    this.note(name.toUpperCase());
    this.#y += 3;
  }

  /** A line that is made smaller until it fits. */
  fitted(text: string, style: Style): void {
    if (text.trim() === '') return;
    const { width } = setLine(text, style);
    const size = Math.min(style.size, (style.size * INNER) / Math.max(1, width));
    this.#line(setLine(text, { ...style, size }), style.size * 1.35);
  }

  /** A line in one size, filled to its end, with the size before it. */
  waterfall(text: string, style: Style): void {
    const indent = 24;
    const height = style.size * 1.25 + 2;
    if (!this.#fits(height)) return;
    const label = setLine(String(style.size), { font: this.caption, size: CAPTION_SIZE, colour: MUTED });
    this.#place(label, MARGIN, this.#y + height);
    this.#place(setToWidth(text, style, INNER - indent), MARGIN + indent, (this.#y += height));
  }

  grid(font: OpenFont, glyphs: readonly number[]): void {
    const cell = INNER / GRID_COLUMNS;
    for (let row = 0; row * GRID_COLUMNS < glyphs.length && this.#fits(cell); row++) {
      for (const [column, glyph] of glyphs.slice(row * GRID_COLUMNS, (row + 1) * GRID_COLUMNS).entries()) {
        const box = boxOf(font, glyph);
        if (box.isEmpty) continue;
        const scale = GRID_GLYPH / font.unitsPerEm;
        // Glyphs that are larger than usual are made to fit their cells.
        const size =
          GRID_GLYPH * Math.min(1, cell / Math.max(1, (box.xMax - box.xMin) * scale, (box.yMax - box.yMin) * scale));
        const x = MARGIN + (column + 0.5) * cell - (((box.xMin + box.xMax) / 2) * size) / font.unitsPerEm;
        this.glyphs.push({ font, glyph, x, y: this.#y + cell * 0.72, size, colour: INK });
      }
      this.#y += cell;
    }
  }

  #line(line: Line, height: number): void {
    if (this.#fits(height)) this.#place(line, MARGIN, (this.#y += height));
  }

  #fits(height: number): boolean {
    return this.#y + height <= HEIGHT - MARGIN;
  }

  #place({ glyphs }: Line, x: number, y: number): void {
    for (const glyph of glyphs) this.glyphs.push({ ...glyph, x: glyph.x + x, y: glyph.y + y });
  }
}

/** A caption that goes no further than the margin. */
function cut(text: string, style: Style): Line {
  const line = setLine(text, style);
  if (line.width <= INNER) return line;
  return cut(text.slice(0, Math.floor((text.length * INNER) / line.width) - 1), style);
}
