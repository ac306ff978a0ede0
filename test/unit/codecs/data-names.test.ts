import json5 from 'json5';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import columnar from '../../../engine/codecs/columnar/codec.ts';
import data from '../../../engine/codecs/data/codec.ts';
import sqlite from '../../../engine/codecs/sqlite/codec.ts';
import tableReader from '../../../engine/codecs/table-reader/codec.ts';
import type { Codec, EdgeSpec } from '../../../engine/contract/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { RecordFacts } from '../../../engine/contract/facts.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const CODECS: readonly Codec[] = [data, columnar, sqlite];
const benches = new Map<Codec, RunnerBench>();
let codec: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  for (const one of CODECS) benches.set(one, await startRunner(one));
  codec = benches.get(data)!;
  reader = await startRunner(tableReader);
});
afterAll(async () => {
  for (const bench of [...benches.values(), reader]) await bench[Symbol.asyncDispose]();
});
beforeEach(() => {
  codec.warnings.length = 0;
});

async function convertBytes(source: string | Uint8Array, from: FormatId, to: FormatId): Promise<Uint8Array> {
  const leads = (edge: EdgeSpec): boolean => edge.from.includes(from) && edge.to.includes(to);
  const one = CODECS.find(({ edges }) => edges.some(leads))!;
  const [output] = await benches.get(one)!.convert(Buffer.from(source), from, to, one.edges.find(leads)!.name);
  return output!;
}

async function convert(source: string | Uint8Array, from: FormatId, to: FormatId): Promise<string> {
  return Buffer.from(await convertBytes(source, from, to)).toString();
}

/** Not by `JSON.parse`, which takes some names for others (https://github.com/nodejs/node/issues/63785). */
async function read(source: string | Uint8Array, from: FormatId): Promise<unknown> {
  return json5.parse<unknown>(await convert(source, from, 'json'));
}

async function throughAndBack(value: unknown, format: FormatId): Promise<unknown> {
  return read(await convertBytes(JSON.stringify(value), 'json', format), format);
}

async function recordsOf(source: string | Uint8Array, format: FormatId): Promise<RecordFacts> {
  return (await reader.inspect(Buffer.from(source), format, 'full')).records!;
}

const LISTS = { none: [], nothing: {}, inner: { none: [], nothing: {} }, one: ['a'], nulls: [null, 'a', null] };

describe('INI', () => {
  it.each([
    ['brackets and blanks', [{ ' []': false, ' ': [] }, { ' ': {} }]],
    ['brackets at the end', { '[]': 1, 'a[]': 2, a: 3, '[b]': 4, '] = [': 5, ' []': [6, 7] }],
    ['symbols', { 'a=b': 1, 'a:b': 2, ';c': 3, '#c': 4, '"q"': 5, 'b\\': 6, '\t': 7, '\u00a0': 8, '': 9, 'a.b': 10 }],
    [
      'symbols in names of sections',
      { '] ; x': { a: 1 }, 'a.b': { '"': { '': 2 } }, '[c]': { d: 3 }, '\\.': { e: 4 } },
    ],
    ['empty lists and objects', LISTS],
    ['texts that look like others', { a: '[]', b: '{}', c: '12', d: 'true', e: '', f: ' x ', g: '"x"', h: ';c' }],
  ])('says names and values of %s', async (_name, value) => {
    expect(await throughAndBack(value, 'ini')).toEqual(value);
    expect(codec.warnings).toEqual([]);
  });

  it.each([[[]], [[{}]], [[[]]], [[{}, { a: 1 }, {}]], [[[1, null], []]], [[{ rows: [] }]]])(
    'says a list of rows: %j',
    async (rows) => {
      expect(await throughAndBack(rows, 'ini')).toEqual(rows);
    },
  );

  it.each([
    ['a [] = 1\n', { a: [1] }],
    ['"a"[] = 1\n"a"[] = 2\n', { a: [1, 2] }],
    ['"a[]" = 1\n', { 'a[]': 1 }],
    ['"a" b = 1\n', { '"a" b': 1 }],
    ['[a] ; [b]\nc = 1\n', { a: { c: 1 } }],
    ['[a[0]]\nc = 1\n', { 'a[0]': { c: 1 } }],
    ['[5" disk]\nc = 1\n', { '5" disk': { c: 1 } }],
    ['a = 1\n[a]\nb = 2\n', { a: 1, 'a.': { b: 2 } }],
    ['a = 1\na. = 2\n[a]\nb = 3\n', { a: 1, 'a.': 2, 'a..': { b: 3 } }],
    ['[a.b]\nc = 1\n[a]\nb = 2\nb = 3\n', { a: { b: [2, 3], 'b.': { c: 1 } } }],
  ])('of others is read without a loss: %j', async (text, expected) => {
    expect(await read(text, 'ini')).toEqual(expected);
  });

  it('is read in time though its brackets and quotes never close', async () => {
    const line = (unit: string): string => `[${unit.repeat(100_000)}`;
    const text = `a = 1\n${line('"')}\n${line('] ')}x\n${line('"] "')}\n${'\\"'.repeat(100_000)} = 1\nb${' '.repeat(200_000)}c\n`;
    await expect(read(text, 'ini')).resolves.toMatchObject({ a: 1 });
  });
});

describe('properties', () => {
  it('say names and values of blanks and symbols', async () => {
    const value = { '\t': '\tx', '\f ': '\fy', ' ': ' z', 'a=b': 'c=d', ':#!': '\\', '[]': null, a: [], b: {} };
    expect(await throughAndBack(value, 'properties')).toEqual(value);
    expect(codec.warnings).toEqual([]);
  });

  it.each([[[]], [[[]]], [[{}, { a: 1 }]], [[null, 1]]])('say a list of rows: %j', async (rows) => {
    expect(await throughAndBack(rows, 'properties')).toEqual(rows);
  });

  it('keep a value whose name is that of rows as well', async () => {
    const value = { 'rows.1': 1, 'rows.1.a': 2, 'rows.2': 3 };
    expect(await read('rows.1=1\nrows.1.a=2\nrows.2=3\n', 'properties')).toEqual(value);
    expect(await read('rows.1.a=2\nrows.2=3\nrows.1=1\n', 'properties')).toEqual(value);
    expect(await read('# nothing\n', 'properties')).toEqual({});
  });
});

describe('XML', () => {
  it.each([
    [{ a: { item: 1 }, b: { item: [1, 2] }, c: { item: { item: 3 } } }],
    [{ a: { '#text': 'x' }, b: { '#text': ' x ', c: 1 }, d: { '#text': 'x', c: 1 } }],
    [{ a: { '#text': ' x ', '@b': 1 }, c: { item: 1, d: 2 }, e: { item: 1, '#text': 'x' } }],
    [{ _x_: 1, '': 2, _x0020_: 3, ' ': 4, a_x_: 5 }],
    [[{ '#text': 0 }, { item: [] }, { a: {} }, { b: [] }]],
  ])('says names that have a meaning of their own: %j', async (value) => {
    expect(await throughAndBack(value, 'xml')).toEqual(value);
  });

  it('leaves elements named item as they are beside others', async () => {
    const text = await convert('{"channel":{"title":"t","item":[{"a":1},{"a":2}]}}', 'json', 'xml');
    expect(text).toContain('<item>');
  });

  it('of names that the judge’s parser refuses is judged', async () => {
    const json = '[{"__proto__":1,"constructor":{"@prototype":"2","prototype":3}}]';
    const xml = await convert(json, 'json', 'xml');
    expect((await recordsOf(xml, 'xml')).columns).toEqual([
      '__proto__',
      'constructor.@prototype',
      'constructor.prototype',
    ]);
    expect((await recordsOf(xml, 'xml')).digest).toBe((await recordsOf(json, 'json')).digest);
  });
});

describe('two values whose names are the same with dots', () => {
  const FORMATS = ['csv', 'tsv', 'ini', 'properties', 'toml', 'xml', 'yaml', 'plist', 'avro', 'sqlite'] as const;
  const SHARED = [
    [{ a: { b: 2 }, 'a.b': 1, c: 3 }],
    [
      { '': 1, _: 2 },
      { _: null, '': 3 },
    ],
    [{ 'a.b.c': 1, 'a.b': { c: 2 }, a: { 'b.c': 3, b: { c: 4 } } }],
    [{ '': { '': 1 }, _: { _: 2 }, a_2: 3, a: 4 }],
  ];

  it.each(FORMATS)('are both in %s, and the judge sees it', async (format) => {
    for (const rows of SHARED) {
      const json = JSON.stringify(rows);
      const there = await convertBytes(json, 'json', format);
      expect((await recordsOf(there, format)).digest).toBe((await recordsOf(json, 'json')).digest);
    }
  });

  it('are told apart by their places, whatever their order', async () => {
    expect(await convert('[{"a":{"b":2},"a.b":1}]', 'json', 'csv')).toBe('a.b_2,a.b\r\n2,1\r\n');
    expect(await convert('[{"a.b":1,"a":{"b":2},"a.b_2":3}]', 'json', 'csv')).toBe('a.b,a.b_3,a.b_2\r\n1,2,3\r\n');
  });
});

describe('CSV', () => {
  it.each([
    [[{ '|#': [] }], '"|#"\r\n[]\r\n'],
    [[{ 'a;b;c': '1;2;3', d: 4 }], '"a;b;c",d\r\n1;2;3,4\r\n'],
    [[{ a: 'x;y' }, { a: 'z;w' }], 'a\r\n"x;y"\r\n"z;w"\r\n'],
    [[{ 'sep=;': 1 }, { 'sep=;': 2 }], '"sep=;"\r\n1\r\n2\r\n'],
    [[{ 'sep=x': 1 }], '"sep=x"\r\n1\r\n'],
  ])('is read with the delimiter that it was written with: %j', async (rows, csv) => {
    const json = JSON.stringify(rows);
    expect(await convert(json, 'json', 'csv')).toBe(csv);
    expect((await recordsOf(csv, 'csv')).digest).toBe((await recordsOf(json, 'json')).digest);
    expect((await recordsOf(await convert(csv, 'csv', 'json'), 'json')).digest).toBe(
      (await recordsOf(json, 'json')).digest,
    );
  });
});

describe('tables', () => {
  it.each(['sqlite', 'avro', 'csv'] as const)('keep rows that have no names: %s', async (format) => {
    const there = await convertBytes('[{},{},{}]', 'json', format);
    expect(await recordsOf(there, format)).toMatchObject({ rows: 3, values: 0 });
  });

  it('of SQLite whose names differ only in case, or hold a NUL, are refused by name', async () => {
    const message = 'The names of two columns, "name" and "Name", differ only in case';
    const refusal = { code: 'unsupported_conversion', message: expect.stringContaining(message) as string };
    await expect(convertBytes('name,Name\n1,2\n', 'csv', 'sqlite')).rejects.toMatchObject(refusal);
    const tables = convertBytes('{"a":[{"x":1}],"A":[{"x":1}]}', 'json', 'sqlite');
    await expect(tables).rejects.toMatchObject({ code: 'unsupported_conversion' });
    await expect(convertBytes('[{"\\u0000":1}]', 'json', 'sqlite')).rejects.toMatchObject({
      code: 'unsupported_conversion',
    });
  });

  it('of Avro have names that its library can say', async () => {
    const rows = [{ ['__proto__']: 1, b: 2 }];
    expect(await convert(await convertBytes(JSON.stringify(rows), 'json', 'avro'), 'avro', 'ndjson')).toBe(
      '{"__proto__":1,"b":2}\n',
    );
  });
});

describe('property lists', () => {
  it('say names with line ends, and refuse those that XML cannot hold', async () => {
    expect(await throughAndBack({ 'a\rb': 1, 'c\r\nd': 2 }, 'plist')).toEqual({ 'a\rb': 1, 'c\r\nd': 2 });
    await expect(convert('{"\\u0000":1}', 'json', 'plist')).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });
});
