import type { WorkBook, WorkSheet } from '@e965/xlsx';
import { writeZip, type ZipSource } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { openOfficePackage, type OfficePackage } from '../../document/ooxml/package.ts';
import { columnLetters, MAX_COLUMNS, MAX_ROWS } from '../cell-names.ts';
import { numberFormat, type NumberFormat } from '../number-format.ts';
import { layoutOf, noteAndLinkOf, parseWorkbook } from '../sheetjs/workbook.ts';
import { wholeTags } from '../../../io/xml-tag-pieces.ts';
import { NO_EXTRAS, type Cell, type Sheet, type Workbook } from '../model.ts';
import { countCellStyles, openXlsx, sheetBytesOf, sheetPartsOf } from './workbook.ts';

/** Parts that say something about a sheet beside its cells; the texts of the cells are none of them. */
const BESIDE_CELLS = /\.(?:xml|rels|vml)$/i;
const SHARED_STRINGS = /(?:^|\/)sharedStrings[^/]*$/i;

/** An Excel workbook as `openLargeWorkbook` says. */
export function openLargeXlsx(bytes: Uint8Array, limits: Limits, fromBytes: number): Workbook | undefined {
  const parts = openOfficePackage(bytes, limits);
  const sheetParts = sheetPartsOf(parts, limits);
  const styles = countCellStyles(parts, limits);
  if (sheetBytesOf(parts, limits) < fromBytes || styles > MAX_COLUMNS) return undefined;
  const skeletons = new Map<string, string>();
  for (const part of sheetParts) {
    const skeleton = skeletonOf(parts.xmlPieces(part) ?? [], styles);
    if (skeleton === undefined) return undefined;
    skeletons.set(part.toLowerCase(), skeleton);
  }
  const book = parseWorkbook(withoutCells(parts, skeletons), 'xlsx');
  const own = openXlsx(parts, limits, {
    formats: book === 'encrypted' ? [] : formatsOf(book, styles),
    formulas: 'own',
  });
  if (book === 'encrypted' || own.sheets.some(({ name }, index) => book.SheetNames[index] !== name)) return undefined;
  return { ...own, sheets: own.sheets.map((sheet) => besideOf(sheet, book.Sheets[sheet.name] ?? {})) };
}

const START_OF_ROWS = /<(?:\w+:)?sheetData(?:\s[^>]*)?>/;
const END_OF_ROWS = /<\/(?:\w+:)?sheetData\s*>/;
/** Formulas that are in another cell, tables of results, dates as text, and the numbers of the rows. */
const IN_ROWS = /<(?:\w+:)?(?:f\s[^>]*?\bt=["'](?:shared|dataTable)|row\b[^>]*?\sr=["'](\d+))|\st=["']d["']/g;

/**
 * A sheet without its rows, but with a last one that has a number in each of the styles. Nothing where the rows are out
 * of order or hold what our reader does not tell.
 */
function skeletonOf(pieces: Iterable<string>, styles: number): string | undefined {
  let place: 'before' | 'inside' | 'after' = 'before';
  let kept = '';
  let lastRow = 0;
  for (let piece of wholeTags(pieces)) {
    if (place === 'before') {
      kept += piece;
      const start = START_OF_ROWS.exec(kept);
      if (!start) continue;
      const end = start.index + start[0].length;
      piece = kept.slice(end);
      kept = kept.slice(0, end);
      if (start[0].endsWith('/>')) {
        place = 'after';
      } else {
        place = 'inside';
        kept += sampleRow(styles);
      }
    }
    if (place === 'inside') {
      const end = END_OF_ROWS.exec(piece)?.index ?? piece.length;
      for (const [, row] of piece.slice(0, end).matchAll(IN_ROWS)) {
        if (row === undefined || Number(row) <= lastRow) return undefined;
        lastRow = Number(row);
      }
      if (end === piece.length) continue;
      place = 'after';
      piece = piece.slice(end);
    }
    kept += piece;
  }
  return kept;
}

function sampleRow(styles: number): string {
  const cells = Array.from(
    { length: styles },
    (_, style) => `<c r="${columnLetters(style)}${MAX_ROWS}" s="${style}"><v>1</v></c>`,
  );
  return `<row r="${MAX_ROWS}">${cells.join('')}</row>`;
}

function withoutCells({ zip }: OfficePackage, skeletons: ReadonlyMap<string, string>): Uint8Array {
  const files: ZipSource[] = [];
  for (const entry of zip.entries) {
    const { name } = entry;
    const skeleton = skeletons.get(name.toLowerCase());
    if (skeleton !== undefined) files.push({ name, bytes: new TextEncoder().encode(skeleton) });
    else if (BESIDE_CELLS.test(name) && !SHARED_STRINGS.test(name)) files.push({ name, bytes: zip.read(entry) });
  }
  return writeZip(files);
}

/** How the library shows the numbers of each style, from the row that was made for it. */
function formatsOf({ Sheets: sheets }: WorkBook, styles: number): NumberFormat[] {
  const samples = Object.values(sheets)
    .map((sheet) => sheet['!data']?.[MAX_ROWS - 1])
    .find((row) => row !== undefined);
  return Array.from({ length: styles }, (_, style) => numberFormat(String(samples?.[style]?.z ?? 'General')));
}

/** A sheet with the layout, the links and the notes that the library found. */
function besideOf(sheet: Sheet, source: WorkSheet): Sheet {
  const layout = layoutOf(source);
  return {
    ...sheet,
    layout,
    read(visit) {
      sheet.read(({ index, cells }) => {
        const beside = index === MAX_ROWS - 1 ? undefined : source['!data']?.[index];
        if (!beside) return visit({ index, cells });
        const complete = cells.map((cell): Cell => {
          const added = beside[cell.column];
          return added ? { ...cell, ...noteAndLinkOf(added) } : cell;
        });
        return visit({ index, cells: complete });
      });
      return { ...NO_EXTRAS, merged: layout.merged, comments: countComments(source) };
    },
  };
}

function countComments(source: WorkSheet): number {
  const cells = Object.values(source['!data'] ?? []).flatMap((row) => Object.values(row ?? []));
  return cells.filter((cell) => cell?.c?.length).length;
}
