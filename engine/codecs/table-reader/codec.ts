import { defineCodec } from '../../codec.ts';

/**
 * An independent reader of tables and data: CSV and TSV by csv-parse, JSON and NDJSON by the JSON parser of the
 * JavaScript engine, YAML by the yaml package. The codec `data` writes all of them with code of its own.
 */
export default defineCodec({
  id: 'table-reader',
  lane: 'document',
  instance: 'warm',
  packages: ['csv-parse', 'yaml'],
  licence: 'MIT AND ISC',
  inspects: ['csv', 'tsv', 'json', 'ndjson', 'yaml'],
  edges: [],
  load: () => import('./run.ts'),
});
