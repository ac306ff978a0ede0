import { defineCodec } from '../../contract/codec.ts';

/**
 * An independent reader of tables and data: CSV and TSV by csv-parse, JSON and NDJSON by the JSON parser of the
 * JavaScript engine, YAML by the yaml package, XML by fast-xml-parser. The codec `data` writes all of them with code of
 * its own; what it writes by a library is read by the reader of that format.
 */
export default defineCodec({
  id: 'table-reader',
  lane: 'document',
  packages: ['csv-parse', 'fast-xml-parser', 'yaml'],
  licence: 'MIT AND ISC',
  inspects: [
    ...(['csv', 'tsv', 'json', 'ndjson', 'yaml', 'xml', 'json5', 'toml', 'ini', 'properties', 'plist'] as const),
    ...([
      'msgpack',
      'cbor',
      'bson',
      'avro',
      'npy',
      'npz',
      'mdb',
      'accdb',
      'arff',
      'sav',
      'dta',
      'sas7bdat',
      'xpt',
      'rds',
      'ldif',
      'reg',
      'torrent',
    ] as const),
  ],
  edges: [],
  load: () => import('./run.ts'),
});
