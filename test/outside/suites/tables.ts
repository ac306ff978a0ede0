import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as XLSX from '@e965/xlsx';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { parseXmlTree, type XmlNode } from '../../../engine/io/xml-tree.ts';
import { converted, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** The share of the neighbours that must be found, and of those found that must be right. */
const WANTED_SHARE = 0.9;

/** Neighbouring cells, the measure of the competition: their texts, and whether they are beside or below each other. */
type Relations = ReadonlyMap<string, number>;

type Table = ReadonlyMap<string, string>;

export const TABLE_SUITE: OutsideSuite = {
  id: 'tables',
  title:
    'PDF → XLSX: tables of ICDAR 2013, of whose neighbouring cells nine in ten are found and nine in ten found are right',
  source: 'the repository tabulapdf/tabula-java on GitHub',
  folder: 'tabula-java',
  cases: async (root) =>
    globSync('**/icdar2013-dataset/*/*-str.xml', { cwd: root })
      .sort()
      // Of two halves of a document that have a truth each, one is there.
      .filter((truth) => existsSync(join(root, pdfOf(truth))))
      .map((truth): OutsideCase => ({
        name: basename(truth, '-str.xml'),
        run: async (engine) => {
          const pdf = join(root, pdfOf(truth));
          const xlsx = await converted(engine, pdf, { from: 'pdf', to: 'xlsx' });
          const expected = relationsOf(expectedTables(await readFile(join(root, truth), 'utf8')));
          const found = relationsOf(tablesOfWorkbook(xlsx));
          const shared = [...expected].reduce((sum, [key, count]) => sum + Math.min(count, found.get(key) ?? 0), 0);
          const [recall, precision] = [shared / countOf(expected), shared / countOf(found)];
          if (Math.min(recall, precision) >= WANTED_SHARE) return;
          throw new Error(`found ${recall.toFixed(2)} of the neighbours, right are ${precision.toFixed(2)}`);
        },
      })),
};

const pdfOf = (truth: string): string => truth.replace(/-str\.xml$/, '.pdf');

/** Cells by their place; of one that spans several, the text is in the first. */
function expectedTables(xml: string): Table[] {
  const root = parseXmlTree(xml, DEFAULT_LIMITS);
  return descendants(root, 'region').map((region) => {
    const cells = descendants(region, 'cell').map((cell): [string, string] => {
      const [row, column] = ['start-row', 'start-col'].map((name) => Number(cell.attributes.get(name)));
      return [
        placeOf(row!, column!),
        descendants(cell, 'content')
          .map(({ text }) => text)
          .join(' '),
      ];
    });
    return new Map(cells);
  });
}

function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) => (child.name === name ? [child] : descendants(child, name)));
}

function tablesOfWorkbook(xlsx: Buffer): Table[] {
  const { Sheets: sheets } = XLSX.read(xlsx, { type: 'buffer' });
  return Object.values(sheets).map((sheet) => {
    const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false });
    return new Map(
      rows.flatMap((row, y) => Array.from(row, (value, x): [string, string] => [placeOf(y, x), String(value ?? '')])),
    );
  });
}

const placeOf = (row: number, column: number): string => `${row} ${column}`;

/** Each cell with text beside the next one with text to its right, and the next one below. */
function relationsOf(tables: readonly Table[]): Relations {
  const relations = new Map<string, number>();
  for (const table of tables) {
    const cells = [...table].flatMap(([place, text]) => {
      const [row, column] = place.split(' ').map(Number);
      const plain = text
        .normalize('NFKC')
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .toLowerCase();
      return plain === '' ? [] : [{ row: row!, column: column!, plain }];
    });
    for (const direction of ['right', 'below'] as const) {
      const [line, place] = direction === 'right' ? (['row', 'column'] as const) : (['column', 'row'] as const);
      const ordered = cells.toSorted((a, b) => a[line] - b[line] || a[place] - b[place]);
      for (const [index, cell] of ordered.entries()) {
        const next = ordered[index + 1];
        if (next?.[line] !== cell[line]) continue;
        const key = `${direction} ${cell.plain} ${next.plain}`;
        relations.set(key, (relations.get(key) ?? 0) + 1);
      }
    }
  }
  return relations;
}

function countOf(relations: Relations): number {
  return relations.values().reduce((sum, count) => sum + count, 0);
}
