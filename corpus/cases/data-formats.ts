import type { Case, Comparator } from '../case.ts';
import type { FormatId } from '../../engine/formats/index.ts';

/** What each format of data is read from. */
const SOURCES = {
  json5: ['comments-hex-bare-names.json5'],
  toml: ['times-tables-arrays-of-tables.toml'],
  ini: ['sections-lists-quotes.ini'],
  properties: ['escapes-continued-lines.properties'],
  xml: ['attributes-lists-namespaces-cdata.xml', 'rows-escaped-names-spaces.xml'],
  plist: ['xml-dates-bytes-long-integers.plist', 'binary-uid-nested.plist'],
  msgpack: ['times-bytes-long-integers.msgpack', 'rows-one-after-the-other.msgpack'],
  cbor: ['tags-bignum-bytes-floats.cbor'],
  bson: ['two-documents-identifiers-decimals.bson'],
  avro: ['unions-enum-map-logical-times-deflate.avro'],
  arff: ['dates-quotes-sparse.arff'],
  sav: ['labels-dates-long-text.sav', 'packed.zsav', 'plain-values.sav'],
  dta: ['labels-dates-long-text.dta', 'release-117.dta', 'release-114-big-endian.dta'],
  sas7bdat: ['dates-times-lengths.sas7bdat', 'texts-dates-labels.sas7bdat', 'packed-patterns.sas7bdat'],
  ldif: ['lists-base64-folded.ldif'],
  reg: ['kinds-deleted.reg'],
  torrent: ['one-file.torrent'],
  npy: ['matrix-float32-column-major.npy', 'records-text-dates-long-integers.npy'],
} as const;
const PARQUET = 'nested-nulls-unsigned-zstd.parquet';
const ARROWS = ['dictionary-nested-nulls-unsigned.arrow', 'stream-decimals.arrow'];
const SQLITE = 'two-tables-blobs-long-integers-view.sqlite';
const NPZ = 'vector-matrix-texts.npz';
const MATS = ['structs-cells-sparse-texts-5.mat', 'packed-types-7.mat', 'matrices-texts-4.mat'] as const;
const HDF5 = 'groups-matrix-texts-deflate.h5';

const DATABASES = [
  { from: 'mdb', source: 'three-tables-jet3.mdb' },
  { from: 'mdb', source: 'numbers-jet4.mdb' },
  { from: 'mdb', source: 'object-many-columns-jet3.mdb' },
  { from: 'accdb', source: 'calculated-columns.accdb' },
] as const;

const R_FILES = ['types-missing-3.rds', 'row-names-factor-2.rds', 'list-workspace.rda'] as const;
const TRANSPORTS = [
  { from: 'xpt', source: 'dates-times-missing-5.xpt' },
  { from: 'xpt', source: 'long-names-dates-8.xpt' },
] as const;

/** What is written from data that has everything, and from a table. */
const TREE = { from: 'json', source: 'nested-lists-long-numbers.json' } as const;
const TIMES = { from: 'toml', source: 'times-tables-arrays-of-tables.toml' } as const;
const TABLE = { from: 'csv', source: 'prices-versions-dates.csv' } as const;

const TREES_BESIDE_JSON = ['json5', 'toml', 'xml', 'plist', 'msgpack', 'cbor', 'bson', 'avro', 'ini'] as const;
const TREES = ['ndjson', 'yaml', ...TREES_BESIDE_JSON] as const;
const FLAT = ['properties', 'npy', 'npz'] as const;
const TEXTS: readonly FormatId[] = [
  ...(['csv', 'tsv', 'json', 'ndjson', 'json5', 'yaml', 'toml', 'xml', 'plist', 'ini', 'properties'] as const),
];

/** Binary files are compared by what a reader finds in them: the same data may be packed in many ways. */
function comparatorOf(to: FormatId): Comparator {
  return TEXTS.includes(to) ? 'exact' : 'records';
}

type Pair = Pick<Case, 'from' | 'to' | 'source'> & { readonly options?: Case['options'] };

function cased(codec: string, edge: string, pairs: readonly Pair[]): Case[] {
  return pairs.map((pair) => ({ codec, edge, ...pair, comparator: comparatorOf(pair.to) }));
}

const targets = (pair: { readonly from: FormatId; readonly source: string }, formats: readonly FormatId[]): Pair[] =>
  formats.filter((to) => to !== pair.from).map((to) => ({ ...pair, to }));

const ROWS: readonly string[] = ['properties', 'npy', 'arff', 'sav', 'dta', 'sas7bdat'];
const isRows = (from: string): boolean => ROWS.includes(from);
const sources = Object.entries(SOURCES).flatMap(([from, names]) =>
  names.map((source) => ({ from: from as keyof typeof SOURCES, source })),
);

/** Read by one codec alone. */
const READ_ONLY: readonly string[] = ['arff', 'sav', 'dta', 'sas7bdat', 'ldif', 'reg', 'torrent'];
const widelyRead = sources.filter(({ from }) => !READ_ONLY.includes(from));

export const cases: readonly Case[] = [
  ...sources.flatMap(({ from, source }) => [
    ...cased('data', isRows(from) ? 'rows' : 'tree', [{ from, source, to: 'json' }]),
    ...cased('data', isRows(from) ? 'rows-to-csv' : 'flatten-to-csv', [{ from, source, to: 'csv' }]),
    ...(isRows(from) ? [] : cased('data', 'flatten', [{ from, source, to: 'tsv' }])),
  ]),
  ...cased('data', 'tree', targets(TREE, TREES_BESIDE_JSON)),
  ...cased('data', 'tree', targets(TIMES, ['json5', 'yaml', 'xml', 'plist', 'msgpack', 'cbor', 'bson', 'ini'])),
  ...cased('data', 'flatten', [...targets(TREE, FLAT), ...targets(TIMES, FLAT)]),
  ...cased('data', 'rows', targets(TABLE, ['json', 'tsv', ...TREES, ...FLAT])),
  ...cased('data', 'arrays', targets({ from: 'npz', source: NPZ }, ['json', 'json5', 'yaml', 'toml', 'xml', 'plist'])),
  ...cased('data', 'arrays', targets({ from: 'npz', source: NPZ }, ['msgpack', 'cbor', 'bson', 'ini', 'properties'])),
  ...cased('data', 'array-files', targets({ from: 'npz', source: NPZ }, ['csv', 'tsv', 'ndjson', 'avro', 'npy'])),

  ...cased('columnar', 'columns', targets({ from: 'parquet', source: PARQUET }, ['json', ...TREES, 'arrow'])),
  ...cased(
    'columnar',
    'columns',
    ARROWS.flatMap((source) => targets({ from: 'arrow', source }, ['json', 'parquet'])),
  ),
  ...cased(
    'columnar',
    'columns-to-table',
    targets({ from: 'parquet', source: PARQUET }, ['csv', 'tsv', 'properties', 'npy', 'npz']),
  ),
  ...cased('columnar', 'columns-to-table', [{ from: 'arrow', source: ARROWS[0]!, to: 'csv' }]),
  ...cased('columnar', 'tree-to-columns', targets(TREE, ['parquet', 'arrow'])),
  ...cased(
    'columnar',
    'tree-to-columns',
    [
      ...widelyRead.filter(({ from }) => !isRows(from)),
      { from: 'ndjson', source: 'mixed-shapes-blank-lines.ndjson' } as const,
      { from: 'yaml', source: 'documents-of-rows.yaml' } as const,
    ].map((pair) => ({ ...pair, to: 'parquet' as const })),
  ),
  ...cased('columnar', 'table-to-columns', targets(TABLE, ['parquet', 'arrow'])),
  ...cased(
    'columnar',
    'table-to-columns',
    [
      ...widelyRead.filter(({ from }) => isRows(from)),
      { from: 'tsv', source: 'leading-zeros-quotes.tsv' } as const,
    ].map((pair) => ({ ...pair, to: 'arrow' as const })),
  ),
  ...cased(
    'columnar',
    'table-to-columns',
    [
      { from: 'arff', source: SOURCES.arff[0] } as const,
      { from: 'sav', source: SOURCES.sav[0] } as const,
      { from: 'dta', source: SOURCES.dta[0] } as const,
      { from: 'sas7bdat', source: SOURCES.sas7bdat[1] } as const,
      { from: 'mid', source: 'duet-two-tempos.mid' } as const,
    ].map((pair) => ({ ...pair, to: 'parquet' as const })),
  ),
  ...cased('columnar', 'arrays-to-columns', targets({ from: 'npz', source: NPZ }, ['parquet', 'arrow'])),

  ...cased(
    'sqlite',
    'database',
    targets({ from: 'sqlite', source: SQLITE }, ['json', 'json5', 'yaml', 'toml', 'xml', 'plist', 'msgpack']),
  ),
  ...cased('sqlite', 'database', targets({ from: 'sqlite', source: SQLITE }, ['cbor', 'bson', 'ini'])),
  ...cased('sqlite', 'database-to-arrays', targets({ from: 'sqlite', source: SQLITE }, ['npz', 'properties'])),
  ...cased(
    'sqlite',
    'tables',
    targets({ from: 'sqlite', source: SQLITE }, ['csv', 'tsv', 'ndjson', 'avro', 'parquet', 'arrow', 'npy']),
  ),
  ...cased('sqlite', 'tables', [
    { from: 'sqlite', source: SQLITE, to: 'csv', options: { pages: '1', delimiter: ';' } },
  ]),
  ...cased(
    'sqlite',
    'build',
    [
      ...widelyRead,
      TREE,
      TABLE,
      { from: 'tsv', source: 'leading-zeros-quotes.tsv' } as const,
      { from: 'ndjson', source: 'mixed-shapes-blank-lines.ndjson' } as const,
      { from: 'yaml', source: 'anchors-merge-keys-block-text.yaml' } as const,
      { from: 'parquet', source: PARQUET } as const,
      { from: 'arrow', source: ARROWS[0]! } as const,
      { from: 'npz', source: NPZ } as const,
    ].map((pair) => ({ ...pair, to: 'sqlite' as const })),
  ),

  ...DATABASES.flatMap((pair) => [
    ...cased('data', 'database', targets(pair, ['json'])),
    ...cased('data', 'database-files', targets(pair, ['csv'])),
    ...cased('sqlite', 'build', targets(pair, ['sqlite'])),
    ...cased('columnar', 'database-to-columns', targets(pair, ['parquet'])),
  ]),
  ...R_FILES.flatMap((source) => [
    ...cased('data', 'database', targets({ from: 'rds', source }, ['json'])),
    ...cased('data', 'database-files', targets({ from: 'rds', source }, ['csv'])),
    ...cased('columnar', 'database-to-columns', targets({ from: 'rds', source }, ['parquet'])),
  ]),
  ...cased('data', 'database-to-arrays', targets({ from: 'rds', source: R_FILES[1] }, ['npz'])),
  ...TRANSPORTS.flatMap((pair) => [
    ...cased('data', 'database', targets(pair, ['json'])),
    ...cased('data', 'database-files', targets(pair, ['csv'])),
    ...cased('columnar', 'database-to-columns', targets(pair, ['parquet'])),
  ]),
  ...cased('data', 'database-to-arrays', targets(TRANSPORTS[0], ['npz'])),
  ...cased('columnar', 'database-to-columns', targets(DATABASES[0], ['arrow'])),
  ...cased('data', 'database', targets(DATABASES[0], ['json5', 'yaml', 'toml', 'xml', 'plist', 'msgpack', 'cbor'])),
  ...cased('data', 'database', targets(DATABASES[0], ['bson', 'ini'])),
  ...cased('data', 'database-to-arrays', targets(DATABASES[0], ['npz', 'properties'])),
  ...cased('data', 'database-to-arrays', targets(DATABASES[3], ['npz'])),
  ...cased('data', 'database-files', targets(DATABASES[0], ['tsv', 'ndjson', 'avro', 'npy'])),

  ...cased(
    'hdf5',
    'datasets',
    targets({ from: 'hdf5', source: HDF5 }, ['json', 'json5', 'yaml', 'toml', 'xml', 'plist', 'msgpack', 'cbor']),
  ),
  ...cased('hdf5', 'datasets', targets({ from: 'hdf5', source: HDF5 }, ['bson', 'ini', 'npz'])),
  ...MATS.flatMap((source) => [
    ...cased('hdf5', 'datasets', targets({ from: 'mat', source }, ['json', 'npz'])),
    ...cased('hdf5', 'dataset-files', targets({ from: 'mat', source }, ['csv'])),
  ]),
  ...cased('hdf5', 'dataset-files', targets({ from: 'hdf5', source: HDF5 }, ['csv', 'tsv', 'ndjson', 'avro', 'npy'])),
];
