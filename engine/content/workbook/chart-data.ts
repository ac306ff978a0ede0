import type { Limits } from '../../contract/limits.ts';
import { formatNumber, numberFormat, type NumberFormat } from './number-format.ts';
import { kindOfNumber } from './xlsx/sheet-scanner.ts';
import { plainText } from './model.ts';
import { childAt, childrenNamed, descendants, parseXmlTree, type XmlNode } from '../../io/xml-tree.ts';

/** What a chart shows, as a table: a row of names, then one row for each category. */
export interface ChartData {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

/** Points of one series that are read: a chart with more of them is drawn from data that nobody reads. */
const MAX_POINTS = 10_000;

/** The data that a chart part keeps of the cells that it was made from (ECMA-376 21.2); undefined where it has none. */
export function readChart(source: string, limits: Limits): ChartData | undefined {
  const root = parseXmlTree(source, limits);
  const chart = childAt(root, 'chartSpace', 'chart');
  const area = childAt(chart, 'plotArea');
  if (!chart || !area) return undefined;
  const series = [...descendants(area, 'ser')].map((node) => ({
    name: pointsOf(childAt(node, 'tx')).get(0) ?? '',
    categories: pointsOf(childAt(node, 'cat') ?? childAt(node, 'xVal')),
    values: pointsOf(childAt(node, 'val') ?? childAt(node, 'yVal')),
  }));
  if (series.length === 0) return undefined;
  const count = Math.min(
    MAX_POINTS,
    1 + Math.max(-1, ...series.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()])),
  );
  const categories = series.find((one) => one.categories.size > 0)?.categories;
  const rows = Array.from({ length: count }, (_, index) => [
    categories?.get(index) ?? String(index + 1),
    ...series.map(({ values }) => values.get(index) ?? ''),
  ]);
  return { title: titleOf(chart), rows: [['', ...series.map(({ name }) => name)], ...rows] };
}

function titleOf(chart: XmlNode): string {
  const title = childAt(chart, 'title', 'tx');
  return title
    ? [...descendants(title, 't')]
        .map(({ text }) => text)
        .join('')
        .trim()
    : '';
}

/** Cached points by their index; several levels of categories are joined. */
function pointsOf(node: XmlNode | undefined): Map<number, string> {
  const points = new Map<number, string>();
  if (!node) return points;
  const literal = childAt(node, 'v');
  if (literal) points.set(0, literal.text);
  const levels = [...descendants(node, 'lvl')];
  for (const level of levels.length > 0 ? levels.toReversed() : [node]) addPoints(level, points);
  return points;
}

function addPoints(level: XmlNode, points: Map<number, string>): void {
  const [code] = [...descendants(level, 'formatCode')];
  const format = code && numberFormat(code.text);
  for (const point of descendants(level, 'pt')) {
    const index = Number(point.attributes.get('idx'));
    const value = shownValue(childrenNamed(point, 'v')[0]?.text ?? '', format);
    const before = points.get(index);
    points.set(index, before === undefined ? value : `${before} ${value}`);
  }
}

/** Numbers are kept with more digits than they have; texts have no format. */
function shownValue(text: string, format: NumberFormat | undefined): string {
  const value = Number(text);
  if (!format || text.trim() === '' || Number.isNaN(value)) return text;
  const kind = kindOfNumber(value, format);
  return kind === 'number' ? formatNumber(value, format) : plainText({ kind, value });
}
