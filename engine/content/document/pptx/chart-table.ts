import type { ChartData } from '../../workbook/chart-data.ts';
import { cell, paragraph, text, type Block } from '../model.ts';

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A chart as what it is made of: its title and a table of its data. */
export function tableOfChart(chart: ChartData | undefined): Block[] {
  if (!chart) return [];
  const { title, rows } = chart;
  const caption = paragraph([text(title === '' ? 'Chart' : title, { style: { bold: true } })]);
  const cells = rows.map((row) => row.map((value) => cell([text(value)], { isNumber: NUMBER.test(value) })));
  return [caption, { kind: 'table', rows: cells }];
}
