import { decodeReferences, scanXml } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { SheetLayout } from '../model.ts';

/** Millimetres of a character in the usual font of ten points, and beside all of them: Excel counts widths in characters. */
export const CHARACTER_MM = 2.05;
export const PADDING_MM = 1.3;

/** Columns of a table of OpenDocument that stand for each other (ODF 1.3 part 3, 9.1.6). */
export interface Columns {
  readonly style: string;
  /** Of their cells that have none of their own. */
  readonly cellStyle: string;
  readonly count: number;
}

/** So many alike are those behind the last one that is used. */
const UNUSED_COLUMNS = 256;

/** What the attributes of a `table-column` say. */
export function columnsOf(attributes: string): Columns {
  const valueOf = (name: string): string =>
    decodeReferences(new RegExp(`[\\s:]${name}=["']([^"']*)["']`).exec(attributes)?.[1] ?? '');
  return {
    style: valueOf('style-name'),
    cellStyle: valueOf('default-cell-style-name'),
    count: Number(valueOf('number-columns-repeated') || 1),
  };
}

/** The widths of the columns of each table, in characters; `head` is XML that has their styles. */
export function widthsOf(
  tables: readonly (readonly Columns[])[],
  head: string,
  limits: Limits,
): SheetLayout['columnWidths'][] {
  const widths = readWidths(head, limits);
  return tables.map((columns) =>
    columns.flatMap(({ style, count }) =>
      count >= UNUSED_COLUMNS ? [] : Array.from({ length: count }, () => widths.get(style)),
    ),
  );
}

function readWidths(head: string, limits: Limits): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  let style = '';
  scanXml(
    head,
    {
      open(name, attributes) {
        if (name === 'style') style = attributes.get('name') ?? '';
        const width = name === 'table-column-properties' ? attributes.get('column-width') : undefined;
        const millimetres = width === undefined ? undefined : millimetresOf(width);
        if (millimetres !== undefined) widths.set(style, charactersOf(millimetres));
      },
      close() {},
      text() {},
    },
    limits.nesting,
    { doctype: 'skip' },
  );
  return widths;
}

const MILLIMETRES: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, pc: 25.4 / 6 };

/** In hundredths, as Excel writes them. */
function charactersOf(millimetres: number): number {
  return Math.max(0, Math.round((100 * (millimetres - PADDING_MM)) / CHARACTER_MM) / 100);
}

function millimetresOf(length: string): number | undefined {
  const [, number, unit = ''] = /^(\d*\.?\d+)([a-z]{2})$/.exec(length) ?? [];
  const factor = MILLIMETRES[unit];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
