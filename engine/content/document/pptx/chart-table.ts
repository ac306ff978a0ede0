import type { ChartData } from '../../workbook/chart-data.ts';
import type { Block } from '../markup/blocks.ts';

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A chart as what it is made of: its title and a table of its data. */
export function tableOfChart(chart: ChartData | undefined): Block[] {
  if (!chart) return [];
  const { title, rows } = chart;
  const caption: Block = { kind: 'paragraph', inlines: [{ text: title === '' ? 'Chart' : title, bold: true }] };
  const cells = rows.map((row) => row.map((text) => ({ inlines: [{ text }], isNumber: NUMBER.test(text) })));
  return [caption, { kind: 'table', rows: cells }];
}
