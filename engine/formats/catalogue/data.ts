import type { FormatTable } from '../format.ts';

export const dataFormats = {
  csv: { name: 'Comma-separated values', mime: ['text/csv'], extensions: ['csv'], carries: ['records'] },
  tsv: {
    name: 'Tab-separated values',
    mime: ['text/tab-separated-values'],
    extensions: ['tsv', 'tab'],
    carries: ['records'],
  },
  json: { name: 'JSON', mime: ['application/json'], extensions: ['json'], carries: ['records', 'structure'] },
  ndjson: {
    name: 'Newline-delimited JSON',
    mime: ['application/x-ndjson', 'application/jsonl'],
    extensions: ['ndjson', 'jsonl'],
    carries: ['records', 'structure'],
  },
  yaml: {
    name: 'YAML',
    mime: ['application/yaml', 'text/yaml'],
    extensions: ['yaml', 'yml'],
    carries: ['records', 'structure'],
  },
} as const satisfies FormatTable;
