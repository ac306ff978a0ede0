import { ConversionError } from '../../../contract/errors.ts';
import { scanXmlPieces } from '../../../io/xml.ts';
import { MiB, type Limits } from '../../../contract/limits.ts';
import type { CoreProperties } from '../../document/ooxml/package.ts';
import { OdsScanner, type FormatOfCell } from './scanner.ts';
import { openOpenDocument, readOpenDocumentMeta, type OpenDocument } from '../../document/opendocument/package.ts';
import { EnoughRows } from '../xlsx/sheet-scanner.ts';
import type { Sheet, Workbook } from '../model.ts';

const TITLE_AND_AUTHORS = ['title', 'subject', 'description', 'keyword', 'creator', 'initial-creator'];

/**
 * Opens an OpenDocument spreadsheet, packed or flat. How numbers are shown is told where `formatOf` knows it. Throws
 * `input_corrupt` where there is none.
 */
export function openOds(bytes: Uint8Array, limits: Limits, formatOf?: FormatOfCell): Workbook | 'encrypted' {
  const document = openOpenDocument(bytes, limits);
  if (document === 'encrypted') return document;
  const meta = readOpenDocumentMeta(document, limits);
  const title = meta.get('title');
  const definedNames: string[] = [];
  return {
    sheets: sheetsOf(document, limits, { formatOf, definedNames }),
    definedNames,
    tellsFormulas: true,
    hasMacros: document.hasMacros,
    hasMetadata: TITLE_AND_AUTHORS.some((name) => meta.has(name)),
    ...(title === undefined ? {} : { title }),
    properties: openPropertiesOf(meta),
    readImage(target) {
      const entry = document.zip?.find(target.replace(/^\.\//, ''));
      return entry && document.zip!.read(entry);
    },
    readChart(target) {
      const name = `${target.replace(/^\.\//, '')}/content.xml`;
      const entry = document.zip?.find(name);
      return entry && new TextDecoder().decode(document.zip!.read(entry));
    },
  };
}

/** What a document says of itself, by the names that Excel has for that. */
export function openPropertiesOf(meta: ReadonlyMap<string, string>): CoreProperties {
  const found = {
    title: meta.get('title'),
    creator: meta.get('initial-creator') ?? meta.get('creator'),
    subject: meta.get('subject'),
    keywords: meta.get('keyword'),
    description: meta.get('description'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

interface TableStart {
  readonly name: string;
  readonly style: string;
  readonly start: number;
}

function sheetsOf(
  document: OpenDocument,
  limits: Limits,
  { formatOf, definedNames }: { readonly formatOf: FormatOfCell | undefined; readonly definedNames: string[] },
): Sheet[] {
  const tables: (TableStart & { readonly end: number })[] = [];
  const hiddenStyles = new Set<string>();
  /** Sheets that hold pivot tables (ODF 1.3 part 3, 9.6). */
  const withPivots = new Set<string>();
  let spreadsheetDepth = 0;
  let depth = 0;
  let open: TableStart | undefined;
  let style = '';
  let isSpreadsheet = false;
  scanXmlPieces(
    piecesOf(document),
    {
      open(name, attributes, start) {
        depth++;
        if (name === 'style') style = attributes.get('name') ?? '';
        if (name === 'table-properties' && attributes.get('display') === 'false') hiddenStyles.add(style);
        if (name === 'spreadsheet') {
          isSpreadsheet = true;
          spreadsheetDepth = depth;
        }
        if (name === 'named-range' || name === 'named-expression') definedNames.push(attributes.get('name') ?? '');
        if (name === 'data-pilot-table') withPivots.add(sheetOfAddress(attributes.get('target-range-address') ?? ''));
        if (name !== 'table' || open || depth !== spreadsheetDepth + 1) return;
        open = { name: attributes.get('name') ?? '', style: attributes.get('style-name') ?? '', start };
      },
      close(name, _start, end) {
        if (name === 'table' && open && depth === spreadsheetDepth + 1) {
          tables.push({ ...open, end });
          open = undefined;
        }
        depth--;
      },
      text() {},
    },
    limits.nesting,
    { doctype: 'skip' },
  );
  if (!isSpreadsheet) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is not an OpenDocument spreadsheet: it holds something else.',
    });
  }
  const pieces = tables.length <= MANY_TABLES ? piecesOf : inOnePiece;
  return tables.map(({ name: tableName, style: styleOfTable, start, end }) => ({
    name: tableName,
    isHidden: hiddenStyles.has(styleOfTable),
    read(visit) {
      const scanner = new OdsScanner(limits, visit, formatOf);
      try {
        scanXmlPieces(cutPieces(pieces(document), start, end), scanner, limits.nesting);
      } catch (error) {
        if (!(error instanceof EnoughRows)) throw error;
      }
      return { ...scanner.extras, pivots: Number(withPivots.has(tableName)) };
    },
  }));
}

/** From this size on the text of a document is read piece by piece, again for each of its sheets. */
const LARGE_BYTES = 8 * MiB;
/** With more tables than this, reading again what comes before each of them takes too long. */
const MANY_TABLES = 4;

function piecesOf(document: OpenDocument): Iterable<string> {
  return document.contentBytes < LARGE_BYTES ? inOnePiece(document) : document.contentPieces();
}

function inOnePiece({ content }: OpenDocument): Iterable<string> {
  return [content];
}

/** What is from `start` up to `end` in a text that comes in pieces. */
function* cutPieces(pieces: Iterable<string>, start: number, end: number): Generator<string> {
  let position = 0;
  for (const piece of pieces) {
    const first = Math.max(0, start - position);
    if (first < piece.length) yield piece.slice(first, end - position);
    position += piece.length;
    if (position >= end) return;
  }
}

/** `'My sheet'.A3:'My sheet'.C9` names its sheet before the first point outside quotes. */
function sheetOfAddress(address: string): string {
  const match = /^\$?(?:'((?:[^']|'')*)'|([^.']+))\./.exec(address);
  return match?.[1]?.replaceAll("''", "'") ?? match?.[2] ?? '';
}
