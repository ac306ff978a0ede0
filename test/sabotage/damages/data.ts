import { parse as parseYaml, stringify as stringifyYaml } from 'yaml';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { TEXT_TABLE_DAMAGES } from '../text-tables.ts';

type Row = Record<string, unknown>;

interface Codec {
  read(bytes: Uint8Array): unknown;
  write(value: unknown): Uint8Array;
}

const JSON_CODEC: Codec = {
  read: (bytes) => JSON.parse(Buffer.from(bytes).toString()) as unknown,
  write: (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
};

const NDJSON_CODEC: Codec = {
  read: (bytes) =>
    Buffer.from(bytes)
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as unknown),
  write: (value) => Buffer.from((value as unknown[]).map((row) => `${JSON.stringify(row)}\n`).join('')),
};

const YAML_CODEC: Codec = {
  read: (bytes) => parseYaml(Buffer.from(bytes).toString()) as unknown,
  write: (value) => Buffer.from(stringifyYaml(value)),
};

/** Changes every value inside of a tree, the innermost first. */
function mapValues(value: unknown, change: (value: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value))
    return change(
      value.map((inner) => mapValues(inner, change, key)),
      key,
    );
  if (typeof value !== 'object' || value === null) return change(value, key);
  const entries = Object.entries(value).map(([name, inner]) => [name, mapValues(inner, change, name)]);
  return change(Object.fromEntries(entries), key);
}

function scalars(change: (value: unknown) => unknown): (tree: unknown) => unknown {
  return (tree) => mapValues(tree, (value) => (typeof value === 'object' && value !== null ? value : change(value)));
}

/** The first value that a change changes. */
function first(change: (value: unknown) => unknown): (tree: unknown) => unknown {
  let isDone = false;
  return (tree) => {
    isDone = false;
    return scalars((value) => {
      if (isDone) return value;
      const changed = change(value);
      isDone = changed !== value;
      return changed;
    })(tree);
  };
}

/** The rows of a list, or of the list that an only entry leads to. */
function rows(change: (rows: unknown[]) => unknown[]): (tree: unknown) => unknown {
  const inside = (tree: unknown): unknown => {
    if (Array.isArray(tree)) return change(tree);
    if (typeof tree !== 'object' || tree === null) return tree;
    return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, inside(value)]));
  };
  return inside;
}

function eachRow(change: (row: Row) => unknown): (tree: unknown) => unknown {
  return rows((list) =>
    list.map((row) => (typeof row === 'object' && row !== null && !Array.isArray(row) ? change(row as Row) : row)),
  );
}

function withoutKey(row: Row, index: number): Row {
  return Object.fromEntries(Object.entries(row).filter((_, at) => at !== index));
}

function flat(value: Row, prefix = ''): Row {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.entries(flat(inner as Row, `${prefix}${name}.`))
        : [[prefix + name, inner]],
    ),
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

const TREE_DAMAGES: readonly (readonly [string, Harm, (tree: unknown) => unknown])[] = [
  ['numbers are texts', 'structure', scalars((value) => (isNumber(value) ? String(value) : value))],
  [
    'texts of digits are numbers',
    'structure',
    scalars((value) => (isText(value) && /^\d+$/.test(value) ? Number(value) : value)),
  ],
  ['booleans are texts', 'structure', scalars((value) => (typeof value === 'boolean' ? String(value) : value))],
  ['booleans are numbers', 'structure', scalars((value) => (typeof value === 'boolean' ? Number(value) : value))],
  ['booleans are turned', 'number', scalars((value) => (typeof value === 'boolean' ? !value : value))],
  ['nulls are zeros', 'number', scalars((value) => value ?? 0)],
  ['nulls are the text null', 'text', scalars((value) => (value === null ? 'null' : value))],
  ['one number is another', 'number', first((value) => (isNumber(value) ? value + 1 : value))],
  ['all numbers are one more', 'number', scalars((value) => (isNumber(value) ? value + 1 : value))],
  ['numbers are rounded', 'number', scalars((value) => (isNumber(value) ? Math.round(value) : value))],
  ['numbers have seven digits', 'number', scalars((value) => (isNumber(value) ? Number(value.toPrecision(7)) : value))],
  ['numbers have no sign', 'number', scalars((value) => (isNumber(value) ? Math.abs(value) : value))],
  ['numbers are nulls', 'number', scalars((value) => (isNumber(value) ? null : value))],
  [
    'all digits of texts are others',
    'number',
    scalars((value) => (isText(value) ? value.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)) : value)),
  ],
  [
    'times have no zone',
    'number',
    scalars((value) => (isText(value) ? value.replace(/(T\d\d:\d\d[\d:.]*)(?:Z|[+-]\d\d:\d\d)$/, '$1') : value)),
  ],
  [
    'dates are a day later',
    'number',
    scalars((value) =>
      isText(value)
        ? value.replace(
            /^(\d{4}-\d\d-)(\d\d)/,
            (_, before: string, day: string) => before + String((Number(day) % 28) + 1).padStart(2, '0'),
          )
        : value,
    ),
  ],
  [
    'dates are milliseconds',
    'structure',
    scalars((value) => (isText(value) && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : value)),
  ],
  ['one text is empty', 'text', first((value) => (isText(value) && value.length > 2 ? '' : value))],
  ['texts are cut', 'text', scalars((value) => (isText(value) ? value.slice(0, 4) : value))],
  ['texts are mojibake', 'text', scalars((value) => (isText(value) ? Buffer.from(value).toString('latin1') : value))],
  ['texts are in capitals', 'text', scalars((value) => (isText(value) ? value.toUpperCase() : value))],
  ['the first record is lost', 'block', rows((list) => list.slice(1))],
  ['the last record is lost', 'block', rows((list) => list.slice(0, -1))],
  ['half of the records are lost', 'block', rows((list) => list.filter((_, index) => index % 2 === 0))],
  ['a record is there twice', 'block', rows((list) => [list[0], ...list])],
  ['records are in the reverse order', 'order', rows((list) => list.toReversed())],
  [
    'two records are exchanged',
    'order',
    rows((list) => (list.length < 2 ? list : [list[1], list[0], ...list.slice(2)])),
  ],
  [
    'the values of two fields are exchanged',
    'order',
    eachRow((row) => {
      const [a, b, ...others] = Object.entries(row);
      return a && b ? Object.fromEntries([[a[0], b[1]], [b[0], a[1]], ...others]) : row;
    }),
  ],
  ['a field is lost', 'block', eachRow((row) => withoutKey(row, 1))],
  [
    'a field is lost in one record',
    'block',
    rows((list) =>
      list.map((row, index) =>
        index === list.length - 1 && typeof row === 'object' && row !== null && !Array.isArray(row)
          ? withoutKey(row as Row, 0)
          : row,
      ),
    ),
  ],
  [
    'a field has another name',
    'text',
    eachRow((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value], index) => [index === 0 ? `${name}_2` : name, value])),
    ),
  ],
  [
    'names of fields are in capitals',
    'text',
    eachRow((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toUpperCase(), value]))),
  ],
  [
    'names of fields are numbers',
    'text',
    eachRow((row) => Object.fromEntries(Object.entries(row).map(([, value], index) => [String(index), value]))),
  ],
  ['rows are lists', 'structure', eachRow((row) => Object.values(row))],
  ['nesting is flat', 'structure', eachRow((row) => flat(row))],
  [
    'lists are texts',
    'structure',
    (tree) => mapValues(tree, (value, key) => (Array.isArray(value) && key !== '' ? value.join(',') : value)),
  ],
  [
    'lists are in the reverse order',
    'order',
    (tree) => mapValues(tree, (value, key) => (Array.isArray(value) && key !== '' ? value.toReversed() : value)),
  ],
  [
    'lists have their first element alone',
    'block',
    (tree) => mapValues(tree, (value, key) => (Array.isArray(value) && key !== '' ? value.slice(0, 1) : value)),
  ],
  ['no record is there', 'unreadable', rows(() => [])],
];

function treeDamages(codec: Codec): Damage[] {
  return [
    ...TREE_DAMAGES.map(([name, harm, change]): Damage => ({
      name,
      harm,
      apply(bytes) {
        const tree = codec.read(bytes);
        const [before, after] = [codec.write(tree), codec.write(change(tree))];
        return Buffer.compare(before, after) === 0 ? undefined : after;
      },
    })),
    { name: 'the file is cut', harm: 'unreadable', apply: (bytes) => bytes.subarray(0, bytes.byteLength >> 1) },
    { name: 'the file is empty', harm: 'unreadable', apply: () => new Uint8Array() },
  ];
}

/** XML and TOML, changed as texts. */
const MARKUP_DAMAGES: readonly Damage[] = [
  text('all digits are others', 'number', (whole) =>
    whole.replace(/(?<=[>=]\s*"?)(?<!^<\?xml[^>]*)\d+/g, (digits) => String(Number(digits) + 1)),
  ),
  text('one digit is another', 'number', (whole) =>
    whole.replace(/(?<=[>=]\s*"?)\d(?=\d*\.?\d*\s*[<\n])/, (digit) => String((Number(digit) + 1) % 10)),
  ),
  text('texts are mojibake', 'text', (whole) => Buffer.from(whole).toString('latin1')),
  text('entities are there twice', 'text', (whole) => whole.replaceAll('&amp;', '&amp;amp;')),
  text('a value is lost', 'block', (whole) => whole.replace(/>[^<>\n]{2,}<\//, '></')),
  text('a line is lost', 'block', (whole) => whole.replace(/\n[^\n=[\]<]+= [^\n]*(?=\n)/, '')),
  text('the file is cut', 'unreadable', (whole) => whole.slice(0, whole.length >> 1)),
];

function text(name: string, harm: Harm, change: (text: string) => string): Damage {
  return {
    name,
    harm,
    apply(bytes) {
      const before = Buffer.from(bytes).toString();
      const after = change(before);
      return after === before ? undefined : Buffer.from(after);
    },
  };
}

const CODECS = { json: JSON_CODEC, ndjson: NDJSON_CODEC, yaml: YAML_CODEC } as const;

const OWN = 'corpus/sources';
const CORPORA = '../shared/corpora';

const PAIRS: readonly (readonly [source: string, to: 'json' | 'ndjson' | 'yaml' | 'csv' | 'xml' | 'toml'])[] = [
  [`${OWN}/csv/prices-versions-dates.csv`, 'json'],
  [`${OWN}/csv/zeros-long-numbers-dates-formulas.csv`, 'ndjson'],
  [`${OWN}/csv/windows-1252-city-sizes.csv`, 'yaml'],
  [`${OWN}/json/contacts-addresses-types.json`, 'yaml'],
  [`${OWN}/json/contacts-addresses-types.json`, 'csv'],
  [`${OWN}/json/contacts-addresses-types.json`, 'xml'],
  [`${OWN}/json/single-object-tree.json`, 'toml'],
  [`${OWN}/ndjson/mixed-shapes-blank-lines.ndjson`, 'json'],
  [`${OWN}/yaml/anchors-merge-keys-block-text.yaml`, 'json'],
  [`${OWN}/yaml/documents-of-rows.yaml`, 'ndjson'],
  [`${OWN}/xml/attributes-lists-namespaces-cdata.xml`, 'json'],
  [`${OWN}/toml/times-tables-arrays-of-tables.toml`, 'json'],
  [`${OWN}/parquet/nested-nulls-unsigned-zstd.parquet`, 'json'],
  [`${CORPORA}/data/parquet-testing/datapage_v2.snappy.parquet`, 'json'],
  [`${CORPORA}/data/parquet-testing/fixed_length_byte_array.parquet`, 'csv'],
  [`${OWN}/arrow/dictionary-nested-nulls-unsigned.arrow`, 'ndjson'],
  [`${OWN}/sqlite/two-tables-blobs-long-integers-view.sqlite`, 'json'],
  [`${OWN}/avro/unions-enum-map-logical-times-deflate.avro`, 'json'],
  [`${OWN}/msgpack/times-bytes-long-integers.msgpack`, 'json'],
  [`${OWN}/plist/xml-dates-bytes-long-integers.plist`, 'json'],
  [`${OWN}/xlsx/purchases-formulas-dates-two-sheets.xlsx`, 'json'],
  [`${CORPORA}/sheet/odfpy/countrystatistics.ods`, 'json'],
  [`${CORPORA}/data/tika/test.json`, 'yaml'],
  [`${CORPORA}/gis/Fiona/rmnp.geojson`, 'csv'],
];

export const SCENARIOS: readonly Scenario[] = PAIRS.map(([source, to], index) => {
  const isTree = to === 'json' || to === 'ndjson' || to === 'yaml';
  const damages = isTree ? treeDamages(CODECS[to]) : to === 'csv' ? TEXT_TABLE_DAMAGES : MARKUP_DAMAGES;
  return {
    family: 'data',
    source,
    to,
    damages,
    ...(index === 0 && {
      isInSample: true,
      damages: damages.filter(({ name }) =>
        /^(?:one number is another|the first record is lost|two records are exchanged|a field has another name)$/.test(
          name,
        ),
      ),
    }),
  };
});
