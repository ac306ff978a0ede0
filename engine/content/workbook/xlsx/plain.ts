import { scanXml, type XmlAttributes } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { OfficePackage } from '../../document/ooxml/package.ts';
import { readCellFormats } from './cell-formats.ts';
import { wholeTags } from '../../../io/xml-tag-pieces.ts';
import { sheetPartsOf } from './workbook.ts';

/** Digits, dates and what is around them. */
const ORDINARY =
  /^(?:General|(?:"[^"]*"|\\.|\[\$[^\]]*\]|\[(?:h+|m+|s+)\]|AM\/PM|A\/P|[#0,.%+\-/:() €$£¥]|E[+-]0+|[ymdhsTZ])+)?$/i;

/** How LibreOffice shows booleans in Excel's formats; in others they have a style of their own. */
const BOOLEAN = '"TRUE";"TRUE";"FALSE"';

/**
 * Whether a number format has one part for all numbers and neither colours, conditions, fractions nor room for texts:
 * what every format of sheets can hold.
 */
function isOrdinaryFormat(code: string): boolean {
  return ORDINARY.test(code) || code === BOOLEAN;
}

/**
 * Whether a workbook shows nothing but its values in number formats, merged cells, columns of some width, links and
 * notes: no fonts, colours or borders of its own, nothing frozen, filtered, hidden, drawn, protected or named.
 */
export function isPlainXlsx(parts: OfficePackage, limits: Limits): boolean {
  return (
    parts.zip.entries.every(({ name }) => KNOWN_PARTS.test(name)) &&
    hasPlainStyles(parts, limits) &&
    !NAMES_AND_LOCKS.test(parts.readXml('xl/workbook.xml') ?? '') &&
    !hasRichTexts(parts) &&
    sheetPartsOf(parts, limits).every((part) => isPlainSheet(parts.xmlPieces(part) ?? [], limits))
  );
}

/** Parts of a workbook that has values and notes: charts, images, tables and everything else are in others. */
const KNOWN_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/.*|docProps\/.*|xl\/(?:_rels\/.*|theme\/.*|workbook\.xml|styles\.xml|sharedStrings\.xml|calcChain\.xml|comments\/?(?:comment)?\d*\.xml|drawings\/(?:vmlDrawing|commentsDrawing)\d+\.vml|worksheets\/(?:_rels\/.*|sheet\d+\.xml)))$|\/$/i;
/** Formulas may refer to names, and print titles are names as well. */
const NAMES_AND_LOCKS = /<(?:\w+:)?(?:(?:definedName|externalReference|fileSharing)[\s>/]|workbookProtection\s+\w)/;
/** Fonts of parts of a text. */
const RICH_TEXT = /<(?:\w+:)?rPr[\s>/]/;

function hasRichTexts(parts: OfficePackage): boolean {
  for (const piece of wholeTags(parts.xmlPieces('xl/sharedStrings.xml') ?? [])) if (RICH_TEXT.test(piece)) return true;
  return false;
}

/** What every cell style has, as programs write it that say everything. */
const NEUTRAL_ALIGNMENT: Readonly<Record<string, RegExp>> = {
  horizontal: /^general$/,
  vertical: /^bottom$/,
  textRotation: /^0$/,
  indent: /^0$/,
  relativeIndent: /^0$/,
  readingOrder: /^0$/,
  wrapText: /^(?:0|false)$/,
  justifyLastLine: /^(?:0|false)$/,
  shrinkToFit: /^(?:0|false)$/,
};

/** All cells have the same font, which is one that programs begin with, and neither filling nor border. */
function hasPlainStyles(parts: OfficePackage, limits: Limits): boolean {
  const source = parts.readXml('xl/styles.xml');
  if (source === undefined) return true;
  const found = new StyleParts();
  scanXml(source, found, limits.nesting);
  return found.arePlain() && readCellFormats(source, limits).every(({ code }) => isOrdinaryFormat(code));
}

type Kind = 'font' | 'fill' | 'border';

const USUAL_FONT_POINTS = { least: 10, most: 12 } as const;

/** The fonts, fillings and borders of a styles part (ECMA-376 18.8) that are plain, and those that cells use. */
class StyleParts {
  readonly #plain: Readonly<Record<Kind, boolean[]>> = { font: [], fill: [], border: [] };
  readonly #used: Readonly<Record<Kind, number>>[] = [];
  readonly #path: string[] = [];
  #isAligned = false;

  open(name: string, attributes: XmlAttributes): void {
    const list = this.#path.at(-1) ?? '';
    this.#path.push(name);
    if (list === 'fonts' || list === 'fills' || list === 'borders') {
      if (list === `${name}s`) this.#plain[name as Kind].push(true);
      return;
    }
    if (list === 'cellXfs' && name === 'xf') {
      const idOf = (kind: string): number => Number(attributes.get(`${kind}Id`) ?? 0);
      this.#used.push({ font: idOf('font'), fill: idOf('fill'), border: idOf('border') });
    }
    const [, group] = this.#path;
    if (group === 'cellXfs' && name === 'alignment') this.#isAligned ||= !isNeutral(attributes);
    if (group === 'fonts' && !isUsualFont(name, attributes)) this.#mark('font');
    if (group === 'fills' && !/^(?:fg|bg)Color$/.test(name) && !isNoPattern(name, attributes)) this.#mark('fill');
    if (group === 'borders' && /^(?!none$)./.test(attributes.get('style') ?? '')) this.#mark('border');
  }

  close(): void {
    this.#path.pop();
  }

  text(): void {}

  arePlain(): boolean {
    const [first] = this.#used;
    const { font, fill, border } = this.#plain;
    return (
      !this.#isAligned &&
      this.#used.every(
        (used) =>
          used.font === first!.font &&
          font[used.font] !== false &&
          fill[used.fill] !== false &&
          border[used.border] !== false,
      )
    );
  }

  #mark(kind: Kind): void {
    this.#plain[kind][this.#plain[kind].length - 1] = false;
  }
}

function isNeutral(attributes: XmlAttributes): boolean {
  return Object.entries(NEUTRAL_ALIGNMENT).every(
    ([name, neutral]) => neutral.test(attributes.get(name) ?? '') || attributes.get(name) === undefined,
  );
}

function isUsualFont(property: string, attributes: XmlAttributes): boolean {
  switch (property) {
    case 'name':
    case 'family':
    case 'charset':
    case 'scheme':
      return true;
    case 'sz': {
      const points = Number(attributes.get('val'));
      return points >= USUAL_FONT_POINTS.least && points <= USUAL_FONT_POINTS.most;
    }
    case 'color': // of text in the theme, or black
      return (
        attributes.get('theme') === '1' ||
        attributes.get('auto') !== undefined ||
        /^FF000000$/.test(attributes.get('rgb') ?? '')
      );
    default: // bold, italic … are there and may be off
      return /^(?:0|false|none|baseline)$/.test(attributes.get('val') ?? '');
  }
}

function isNoPattern(name: string, attributes: XmlAttributes): boolean {
  return name === 'patternFill' && /^(?:none)?$/.test(attributes.get('patternType') ?? '');
}

const START_OF_ROWS = /<(?:\w+:)?sheetData(?:\s[^>]*)?>/;
const END_OF_ROWS = /<\/(?:\w+:)?sheetData\s*>/;
/** Rows of another height, hidden or grouped ones, and texts in several fonts. */
const STYLE_IN_ROWS =
  /<(?:\w+:)?(?:row\b[^>]*?\s(?:(?:customHeight|hidden|collapsed)=["'](?:1|true)|outlineLevel=["'][1-9])|rPr[\s>/])/;

function isPlainSheet(pieces: Iterable<string>, limits: Limits): boolean {
  let place: 'before' | 'inside' | 'after' = 'before';
  let around = '';
  for (let piece of wholeTags(pieces)) {
    if (place === 'before') {
      around += piece;
      const start = START_OF_ROWS.exec(around);
      if (!start) continue;
      const end = start.index + start[0].length;
      piece = around.slice(end);
      around = around.slice(0, end);
      place = start[0].endsWith('/>') ? 'after' : 'inside';
    }
    if (place === 'inside') {
      const end = END_OF_ROWS.exec(piece)?.index;
      if (STYLE_IN_ROWS.test(end === undefined ? piece : piece.slice(0, end))) return false;
      if (end === undefined) continue;
      place = 'after';
      piece = piece.slice(end);
    }
    around += piece;
  }
  return isPlainAround(around, limits);
}

type IsPlain = (attributes: XmlAttributes, source: string) => boolean;

const always: IsPlain = () => true;
const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';
const whereOff =
  (...names: readonly string[]): IsPlain =>
  (attributes) =>
    names.every((name) => !isOn(attributes.get(name)));
const isUsually = (attributes: XmlAttributes, name: string, usual: RegExp): boolean =>
  usual.test(attributes.get(name) ?? '') || attributes.get(name) === undefined;

/** What may be around the rows (ECMA-376 18.3.1.99) without being seen, or is written again. */
const AROUND_ROWS: Readonly<Record<string, IsPlain>> = {
  worksheet: always,
  sheetPr: whereOff('filterMode'),
  outlinePr: always,
  pageSetUpPr: whereOff('fitToPage'),
  dimension: always,
  sheetViews: always,
  sheetView: (attributes) =>
    ['showGridLines', 'showRowColHeaders', 'showZeros'].every((name) => isUsually(attributes, name, /^(?:1|true)$/)) &&
    whereOff('rightToLeft', 'showFormulas')(attributes, '') &&
    isUsually(attributes, 'view', /^normal$/),
  selection: always,
  sheetFormatPr: whereOff('customHeight', 'zeroHeight'),
  cols: always,
  col: (attributes) => whereOff('hidden', 'collapsed')(attributes, '') && isUsually(attributes, 'outlineLevel', /^0$/),
  sheetData: always,
  sheetCalcPr: always,
  phoneticPr: always,
  mergeCells: always,
  mergeCell: always,
  hyperlinks: always,
  hyperlink: always,
  legacyDrawing: always,
  pageMargins: always,
  ignoredErrors: always,
  ignoredError: always,
  printOptions: whereOff('headings', 'gridLines', 'horizontalCentered', 'verticalCentered'),
  pageSetup: (attributes) =>
    isUsually(attributes, 'orientation', /^(?:portrait|default)$/) && isUsually(attributes, 'scale', /^100$/),
  // Those that LibreOffice gives to every sheet: its name, and the number of the page.
  headerFooter: whereOff('differentFirst', 'differentOddEven'),
  oddHeader: (_, source) =>
    /^&(?:amp;)?C(?:&(?:amp;)?(?:"|&quot;)Times New Roman,Regular(?:"|&quot;)&(?:amp;)?12)?&(?:amp;)?A$/.test(source),
  oddFooter: (_, source) =>
    /^&(?:amp;)?C(?:&(?:amp;)?(?:"|&quot;)Times New Roman,Regular(?:"|&quot;)&(?:amp;)?12)?Page &(?:amp;)?P$/.test(
      source,
    ),
};

function isPlainAround(source: string, limits: Limits): boolean {
  let isPlain = true;
  scanXml(
    source,
    {
      open(name, attributes, _start, end) {
        const text = source.slice(end, source.indexOf('<', end));
        isPlain &&= AROUND_ROWS[name]?.(attributes, text) ?? false;
      },
      close() {},
      text() {},
    },
    limits.nesting,
  );
  return isPlain;
}
