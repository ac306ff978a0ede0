import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import type { Difference } from '../../../../engine/contract/differences.ts';
import type { SheetPartsFacts } from '../../../../engine/contract/facts.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { diffParts } from '../../../../engine/content/workbook/diff-parts.ts';
import { workbookFacts } from '../../../../engine/content/workbook/inspect.ts';
import { openWorkbook } from '../../../../engine/content/workbook/open.ts';
import { openXlsx } from '../../../../engine/content/workbook/xlsx/workbook.ts';
import { openOfficePackage } from '../../../../engine/content/document/ooxml/package.ts';

const SOURCES = join(import.meta.dirname, '../../../../corpus/sources');
const STOCK = 'stock-images-notes-links-hidden';
const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: () => undefined,
} as unknown as RunContext;

async function sheetOf(format: 'ods' | 'fods' | 'xls' | 'xlsx') {
  const bytes = new Uint8Array(await readFile(join(SOURCES, format, `${STOCK}.${format}`)));
  const workbook =
    format === 'xlsx'
      ? openXlsx(openOfficePackage(bytes, DEFAULT_LIMITS), DEFAULT_LIMITS, { formulas: 'shared' })
      : await openWorkbook(bytes, format, DEFAULT_LIMITS);
  const facts = workbookFacts(workbook, { effort: 'full' }, context);
  return { names: facts.definedNames, ...facts.sheets![0]! };
}

const diff = (before: SheetPartsFacts, after: SheetPartsFacts): string[] =>
  [...diffParts(before, after, { place: {}, isKept: true })].map(
    ({ severity, kind, place }: Difference) => `${severity} ${kind} ${place.cell ?? place.image ?? ''}`,
  );

describe('what stands on a sheet beside its values', () => {
  it.each(['fods', 'ods', 'xls', 'xlsx'] as const)('is read from %s', async (format) => {
    const { parts, names } = await sheetOf(format);
    expect(names).toEqual(['prices']);
    expect(Object.keys(parts!.notes!)).toEqual(['A4', 'A6']);
    expect(parts!.notes!['A6']).toContain('Counted twice');
    expect(Object.keys(parts!.links!)).toEqual(['I3', 'I5', 'I7']);
    expect(parts!.links!['I3']).toBe('https://example.org/bolts?id=7');
    expect(parts!.links!['I7']).toMatch(/^#'?Rates'?[.!]B2$/);
    expect(parts!.keptImages!.map(({ cell, type }) => [cell, type])).toEqual([
      ['A11', 'png'],
      ['E11', 'png'],
    ]);
    expect(parts!.validations).toBe(1);
    expect(parts!.merged).toEqual(['A1:D1']);
  });

  it('is told where it was lost or is another', async () => {
    const parts = (await sheetOf('ods')).parts!;
    const [first, second] = parts.keptImages!;
    expect(diff(parts, parts)).toEqual([]);
    expect(diff(parts, { ...parts, links: { ...parts.links, I7: '#Stock.A1' } })).toEqual(['refuse link_target I7']);
    expect(diff(parts, { ...parts, keptImages: [first!, { ...second!, crc32: 1 }] })).toEqual([
      'refuse image_changed 2',
    ]);
    const exchanged = [
      { ...first!, cell: second!.cell! },
      { ...second!, cell: first!.cell! },
    ];
    expect(diff(parts, { ...parts, keptImages: exchanged })).toEqual(['refuse image_order 1', 'refuse image_order 2']);
    const { cell: _, ...bare } = first!;
    const { cell: __, ...other } = second!;
    const corners = (left: number, right: number): SheetPartsFacts => ({
      ...parts,
      keptImages: [
        { ...bare, corner: [left, 50] },
        { ...other, corner: [right, 50.4] },
      ],
    });
    expect(diff(parts, corners(1, 91))).toEqual([]);
    expect(diff(parts, corners(91, 1))).toEqual(['refuse image_order 1']);
  });
});

describe('the formulas of Excel 97 to 2003', () => {
  it('refer to the same cells as those of other formats', async () => {
    const [old, packed] = [(await sheetOf('xls')).grid!.formulas!, (await sheetOf('xlsx')).grid!.formulas!];
    expect(old.cells).toEqual(packed.cells);
    expect(old.operands).toEqual(packed.operands);
    expect(old.operands).not.toContain(0);
  });
});
