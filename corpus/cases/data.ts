import type { Case } from '../case.ts';

type DataFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'yaml';

const SOURCES: Readonly<Record<DataFormat, readonly string[]>> = {
  csv: ['semicolons-ragged-duplicate-headers.csv', 'windows-1252-city-sizes.csv'],
  tsv: ['leading-zeros-quotes.tsv'],
  json: ['nested-lists-long-numbers.json', 'single-object-tree.json'],
  ndjson: ['mixed-shapes-blank-lines.ndjson'],
  yaml: ['anchors-merge-keys-block-text.yaml', 'documents-of-rows.yaml'],
};

const EDGES: readonly {
  readonly edge: string;
  readonly from: readonly DataFormat[];
  readonly to: readonly DataFormat[];
}[] = [
  { edge: 'rows', from: ['csv', 'tsv'], to: ['tsv', 'json', 'ndjson', 'yaml'] },
  { edge: 'rows-to-csv', from: ['csv', 'tsv'], to: ['csv'] },
  { edge: 'tree', from: ['json', 'ndjson', 'yaml'], to: ['json', 'ndjson', 'yaml'] },
  { edge: 'flatten', from: ['json', 'ndjson', 'yaml'], to: ['tsv'] },
  { edge: 'flatten-to-csv', from: ['json', 'ndjson', 'yaml'], to: ['csv'] },
];

/** Every pair that the codec has; the same format again only where it has a use: CSV with another delimiter. */
const pairs = EDGES.flatMap(({ edge, from: sources, to: targets }) =>
  sources.flatMap((from) => targets.filter((to) => to !== from).map((to) => ({ edge, from, to }))),
);

export const cases: readonly Case[] = [
  ...pairs.flatMap(({ edge, from, to }) =>
    SOURCES[from].map((source): Case => ({ codec: 'data', edge, from, to, source, comparator: 'exact' })),
  ),
  ...([';', 'tab'] as const).map((delimiter): Case => ({
    codec: 'data',
    edge: 'rows-to-csv',
    from: 'csv',
    to: 'csv',
    source: 'semicolons-ragged-duplicate-headers.csv',
    options: { delimiter },
    comparator: 'exact',
  })),
];
