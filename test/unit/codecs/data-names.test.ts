import json5 from 'json5';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import data from '../../../engine/codecs/data/codec.ts';
import tableReader from '../../../engine/codecs/table-reader/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { RecordFacts } from '../../../engine/contract/facts.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let codec: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  codec = await startRunner(data);
  reader = await startRunner(tableReader);
});
afterAll(async () => {
  await codec[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  codec.warnings.length = 0;
});

async function convert(source: string, from: FormatId, to: FormatId): Promise<string> {
  const edge = data.edges.find((one) => one.from.includes(from) && one.to.includes(to))!;
  const [output] = await codec.convert(Buffer.from(source), from, to, edge.name);
  return Buffer.from(output!).toString();
}

/** Not by `JSON.parse`, which takes some names for others (https://github.com/nodejs/node/issues/63785). */
async function read(source: string, from: FormatId): Promise<unknown> {
  return json5.parse<unknown>(await convert(source, from, 'json'));
}

async function throughAndBack(value: unknown, format: FormatId): Promise<unknown> {
  return read(await convert(JSON.stringify(value), 'json', format), format);
}

async function recordsOf(source: string, format: FormatId): Promise<RecordFacts> {
  return (await reader.inspect(Buffer.from(source), format, 'full')).records!;
}

const LISTS = { none: [], nothing: {}, inner: { none: [], nothing: {} }, one: ['a'], nulls: [null, 'a', null] };

describe('INI', () => {
  it.each([
    ['brackets and blanks', [{ ' []': false, ' ': [] }, { ' ': {} }]],
    ['brackets at the end', { '[]': 1, 'a[]': 2, a: 3, '[b]': 4, '] = [': 5, ' []': [6, 7] }],
    ['signs', { 'a=b': 1, 'a:b': 2, ';c': 3, '#c': 4, '"q"': 5, 'b\\': 6, '\t': 7, '\u00a0': 8, '': 9, 'a.b': 10 }],
    ['signs in names of sections', { '] ; x': { a: 1 }, 'a.b': { '"': { '': 2 } }, '[c]': { d: 3 }, '\\.': { e: 4 } }],
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
  it('say names and values of blanks and signs', async () => {
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
