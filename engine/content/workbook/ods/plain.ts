import { scanXml, type XmlAttributes } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { OpenDocument } from '../../document/opendocument/package.ts';
import { END_OF_CONTENT, headBeforeTables } from './tables.ts';

/**
 * Whether an OpenDocument spreadsheet shows nothing but its values in number formats, merged cells, columns of some
 * width, links and notes, as `isPlainXlsx` says of Excel's workbooks.
 */
export function isPlainOds(document: OpenDocument, limits: Limits): boolean {
  const { zip, styles = '' } = document;
  if (!zip || !zip.entries.every(({ name }) => KNOWN_FILES.test(name))) return false;
  const settings = zip.find('settings.xml');
  if (settings && FROZEN.test(new TextDecoder().decode(zip.read(settings)))) return false;
  const seen = lookAtTables(document);
  if (!seen) return false;
  const found = new OpenStyles();
  scanXml(styles, found, limits.nesting);
  scanXml(`${seen.head}${END_OF_CONTENT}`, found, limits.nesting);
  return [...seen.styles].every((name) => found.isPlain(name));
}

const KNOWN_FILES =
  /^(?:mimetype|content\.xml|styles\.xml|meta\.xml|settings\.xml|manifest\.rdf|META-INF\/.*|Configurations2\/.*|Thumbnails\/.*)$|\/$/;
/** Panes that stay where they are, and sheets without lines between cells. */
const FROZEN = /config:name="(?:Horizontal|Vertical)SplitMode"[^>]*>[12]<|config:name="ShowGrid"[^>]*>false</;
/** All that may be in tables; forms are there without anything in them. */
const TAG =
  /<(?:\/?(?:table:(?:table|table-column|table-row|table-cell|covered-table-cell)|text:(?:p|s|tab|a|line-break)|office:annotation|dc:(?:date|creator))(?=[\s/>])|table:named-expressions\/>|office:forms\b[^>]*\/>|\/office:|[?!])/;
const OTHER_TAG = new RegExp(`<(?!${TAG.source.slice(1)})`);
const HIDDEN_OR_PROTECTED = /\s(?:table:visibility="(?:collapse|filter)"|table:protected="true")/;
const STYLE_OF = /\s(?:table:style-name|table:default-cell-style-name)="([^"]*)"/g;
/** More styles than these are the work of somebody. */
const MAX_STYLES = 10_000;

interface Tables {
  /** What comes before the first table: the styles. */
  readonly head: string;
  /** Names of the styles of tables, columns, rows and cells. */
  readonly styles: ReadonlySet<string>;
}

/** Nothing where the tables hold anything but cells. */
function lookAtTables(document: OpenDocument): Tables | undefined {
  const styles = new Set<string>();
  const head = headBeforeTables(document, (piece) => {
    if (OTHER_TAG.test(piece) || HIDDEN_OR_PROTECTED.test(piece)) return false;
    for (const [, name = ''] of piece.matchAll(STYLE_OF)) styles.add(name);
    return styles.size <= MAX_STYLES;
  });
  return head === undefined ? undefined : { head, styles };
}

interface OpenStyle {
  readonly parent: string;
  readonly numberStyle: string;
  readonly masterPage: string;
  isPlain: boolean;
}

/** Elements of a style that say how it looks (ODF 1.3 part 3, 17), by the attributes that change nothing. */
const NEUTRAL: Readonly<Record<string, RegExp>> = {
  'text-properties':
    /^(?:style:font-name\w*|style:font-name-\w+|fo:font-family|style:font-family-\w+|style:font-pitch\S*|fo:language|fo:country|style:(?:language|country)-\w+|style:use-window-font-color)=/,
  'paragraph-properties': /^style:tab-stop-distance=/,
  'table-cell-properties': /^(?:style:rotation-align="none"|style:vertical-align="(?:automatic|bottom)")/,
  'table-column-properties': /^(?:style:column-width=|style:use-optimal-column-width=|fo:break-before="auto")/,
  'table-row-properties': /^(?:style:row-height=|style:use-optimal-row-height="true"|fo:break-before="auto")/,
  'table-properties': /^(?:table:display=|style:writing-mode="(?:lr-tb|page)")/,
};
/** Font sizes that programs begin with. */
const USUAL_SIZE = /^(?:fo:font-size|style:font-size-\w+)="1[012](?:\.\d+)?pt"/;
/** Of a master page only what is above and below by itself: the name of the sheet, and the number of the page. */
const USUAL_MARGIN = /^(?:\s|Page|\?|\/|\d|[():,])*$/;

/** The styles of a spreadsheet, and which of them change nothing but the format of numbers. */
class OpenStyles {
  readonly #styles = new Map<string, OpenStyle>();
  /** Formats of numbers with colours or conditions, which other formats may not hold. */
  readonly #rich = new Set<string>();
  readonly #margins = new Map<string, string>();
  #style: OpenStyle | undefined;
  #name = '';
  #numberStyle = '';
  #masterPage = '';
  #layout = '';
  readonly #layoutOf = new Map<string, string>();
  readonly #turned = new Set<string>();

  open(name: string, attributes: XmlAttributes): void {
    const own = attributes.get('name') ?? '';
    if (name === 'style' && attributes.get('family') !== undefined) this.#openStyle(own, attributes);
    else if (name.endsWith('-style') && name !== 'default-style' && name !== 'list-style') this.#openNumbers(name, own);
    else if (name === 'map' || (name === 'text-properties' && this.#numberStyle !== '')) this.#markMapped();
    else if (name === 'master-page') {
      this.#masterPage = own;
      this.#layoutOf.set(own, attributes.get('page-layout-name') ?? '');
    } else if (name === 'page-layout') this.#layout = own;
    else if (name === 'page-layout-properties') this.#lookAtPage(attributes);
    else if (this.#style && name.endsWith('-properties')) this.#lookAt(name, attributes);
  }

  close(name: string): void {
    if (name === 'style') this.#style = undefined;
    else if (name === 'master-page') this.#masterPage = '';
    else if (name.endsWith('-style')) this.#numberStyle = '';
  }

  text(value: string): void {
    if (this.#masterPage === '') return;
    this.#margins.set(this.#masterPage, (this.#margins.get(this.#masterPage) ?? '') + value);
  }

  isPlain(name: string): boolean {
    for (let style = this.#styles.get(name), depth = 0; style && depth < MAX_PARENTS; depth++) {
      if (!style.isPlain || this.#rich.has(style.numberStyle)) return false;
      if (style.masterPage !== '' && !this.#isUsualPage(style.masterPage)) return false;
      style = style.parent === '' ? undefined : this.#styles.get(style.parent);
    }
    return true;
  }

  #openStyle(name: string, attributes: XmlAttributes): void {
    this.#style = {
      parent: attributes.get('parent-style-name') ?? '',
      numberStyle: attributes.get('data-style-name') ?? '',
      masterPage: attributes.get('master-page-name') ?? '',
      isPlain: true,
    };
    this.#name = name;
    if (/^table(?:-|$)/.test(attributes.get('family')!)) this.#styles.set(name, this.#style);
  }

  #openNumbers(element: string, name: string): void {
    this.#numberStyle = name;
    if (element === 'currency-style' || element === 'text-style') this.#rich.add(name);
  }

  #markMapped(): void {
    if (this.#numberStyle !== '') this.#rich.add(this.#numberStyle);
    else if (this.#style) this.#style.isPlain = false;
  }

  #lookAt(name: string, attributes: XmlAttributes): void {
    const neutral = NEUTRAL[name];
    const isDefault = this.#name === 'Default';
    for (const [key, value] of attributes.all()) {
      const said = `${key}="${value}"`;
      if (!neutral?.test(said) && !(isDefault && USUAL_SIZE.test(said))) this.#style!.isPlain = false;
    }
  }

  #lookAtPage(attributes: XmlAttributes): void {
    const isScaled = ['scale-to', 'scale-to-pages', 'scale-to-X', 'scale-to-Y', 'table-centering'].some(
      (name) => !/^(?:100%|none)?$/.test(attributes.get(name) ?? ''),
    );
    if (isScaled || attributes.get('print-orientation') === 'landscape') this.#turned.add(this.#layout);
  }

  #isUsualPage(name: string): boolean {
    const margin = this.#margins.get(name) ?? '';
    return USUAL_MARGIN.test(margin) && !this.#turned.has(this.#layoutOf.get(name) ?? '');
  }
}

const MAX_PARENTS = 10;
