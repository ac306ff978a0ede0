import type { Limits } from '../../../contract/limits.ts';
import { decodeXml } from '../../../io/xml.ts';
import { childAt, descendants, parseXmlTree, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';
import type { ZipArchive } from '../../../io/zip.ts';
import type { ChartData } from '../../workbook/chart-data.ts';

/** The data of an object that is a chart, which keeps a table of them (ODF 1.3 part 3, 11.2). */
export function readChart(zip: ZipArchive | undefined, object: string, limits: Limits): ChartData | undefined {
  const entry = zip?.find(`${object}/content.xml`);
  if (!zip || !entry) return undefined;
  const root = parseXmlTree(decodeXml(zip.read(entry)), limits, { mixed: true });
  const [chart] = descendants(root, 'chart');
  const table = chart && childAt(chart, 'table');
  if (!table) return undefined;
  const rows = Array.from(descendants(table, 'table-row'), (row) =>
    row.children.filter(({ name }) => name === 'table-cell').map(linesIn),
  );
  return { title: textIn(childAt(chart, 'title')), rows };
}

function linesIn(cell: XmlNode): string {
  return Array.from(descendants(cell, 'p'), textIn).join('\n');
}

function textIn(node: XmlNode | undefined): string {
  if (!node) return '';
  return node.name === TEXT_NODE ? node.text : node.children.map(textIn).join('').trim();
}
