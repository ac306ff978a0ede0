import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/table-reader/codec.ts';
import {
  countDelimitedRows,
  countJsonElements,
  countLines,
  type RowCounter,
} from '../../../engine/codecs/table-reader/row-counter.ts';
import { splitYamlList } from '../../../engine/content/records/yaml/list.ts';
import type { RecordFacts } from '../../../engine/contract/facts.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { assertProperty } from '../../support/property.ts';

type DataFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'yaml';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(() => {
  bench.warnings.length = 0;
});

async function records(text: string, format: DataFormat, effort: 'quick' | 'full' = 'full'): Promise<RecordFacts> {
  return (await bench.inspect(Buffer.from(text), format, effort)).records!;
}

describe('the same records', () => {
  const forms: readonly (readonly [DataFormat, string])[] = [
    ['csv', 'id,name,note,at.x,at.y\r\n1,Ann,,5,true\r\n2,"Bob, Jr.",x,,\n'],
    ['csv', 'note;at.y;name;id;at.x;unused\n;true;Ann;1;"5";\nx;;"Bob, Jr.";2;;\n'],
    ['tsv', 'id\tname\tnote\tat.x\tat.y\n1\tAnn\t\t5\ttrue\n2\tBob, Jr.\tx\t\t\n'],
    ['json', '[{"id":1,"name":"Ann","note":null,"at":{"x":5,"y":true}},{"note":"x","id":"2","name":"Bob, Jr."}]'],
    ['ndjson', '{"at":{"x":"5","y":true},"id":1,"name":"Ann"}\n\n{"note":"x","id":2,"name":"Bob, Jr."}\n'],
    ['yaml', '- id: 1\n  name: Ann\n  at: {y: true, x: 5}\n- {id: 2, note: x, name: "Bob, Jr."}\n'],
  ];

  it.each(forms)('have the same digest in %s', async (format, text) => {
    const expected = await records(forms[0]![1], 'csv');
    expect(await records(text, format)).toMatchObject({ rows: 2, values: 7, digest: expected.digest });
  });

  it.each([
    ['another value', 'id,name\n1,Ann\n2,Bod\n'],
    ['two values swapped between rows', 'id,name\n1,Bob\n2,Ann\n'],
    ['two values swapped between columns', 'id,name\nAnn,1\n2,Bob\n'],
    ['rows in another order', 'id,name\n2,Bob\n1,Ann\n'],
    ['a row twice', 'id,name\n1,Ann\n2,Bob\n2,Bob\n'],
    ['another column', 'id,nom\n1,Ann\n2,Bob\n'],
    ['a number in another script of digits', 'id,name\n١,Ann\n2,Bob\n'],
  ])('do not: %s', async (_, text) => {
    expect((await records(text, 'csv')).digest).not.toBe((await records('id,name\n1,Ann\n2,Bob\n', 'csv')).digest);
  });

  it('take a list as JSON text for the list, however it is spaced and its numbers are written', async () => {
    const tree = await records('[{"tags":["a",{"b":1.50,"c":null}]}]', 'json');
    expect((await records('tags\n"[ ""a"", {""b"": 1.5} ]"\n', 'csv')).digest).toBe(tree.digest);
    expect((await records('tags\n"[""a"",{""b"":1.51}]"\n', 'csv')).digest).not.toBe(tree.digest);
    expect((await records('tags\n"[{""b"":1.5},""a""]"\n', 'csv')).digest).not.toBe(tree.digest);
  });

  it('take numbers of one value for the same', async () => {
    const whole = await records('[{"n":1},{"n":0}]', 'json');
    expect((await records('n\n1.0\n-0\n', 'csv')).digest).toBe(whole.digest);
  });

  it('are those of the only list that an object leads to', async () => {
    const rows = await records('[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}]', 'json');
    const inside = '{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}';
    expect(await records(`{"result":{"people":[${inside}]}}`, 'json')).toEqual(rows);
    expect(await records(`{"people":[${inside}],"next":null}`, 'json')).not.toMatchObject({ rows: 2 });
  });

  it('are told without the blanks at the ends of texts too, where there are any', async () => {
    const [padded, plain] = [await records('a,b\n1 ,x\n2,"  "\n', 'csv'), await records('a,b\n1,x\n2,\n', 'csv')];
    expect(padded.digest).not.toBe(plain.digest);
    expect(padded.trimmed).toBe(plain.digest);
    expect(plain.trimmed).toBeUndefined();
  });

  it('keep the digits of long numbers', async () => {
    const long = await records('[{"n":12345678901234567890}]', 'json');
    expect((await records('n\n12345678901234567890\n', 'csv')).digest).toBe(long.digest);
    expect((await records('- n: 12345678901234567890\n', 'yaml')).digest).toBe(long.digest);
    expect((await records('n\n12345678901234567891\n', 'csv')).digest).not.toBe(long.digest);
  });
});

describe('what a file has', () => {
  it.each([
    ['json', '[{"a":1}]', ['records']],
    ['json', '[{"a":[1]}]', ['records', 'structure']],
    ['json', '{"a":1}', ['records', 'structure']],
    ['ndjson', '{"a":{"b":1}}', ['records', 'structure']],
    ['yaml', '- a: 1', ['records']],
    ['yaml', 'a: 1', ['records', 'structure']],
    ['csv', 'a\n1', ['records']],
  ] as const)('%s %s', async (format, text, features) => {
    expect((await bench.inspect(Buffer.from(text), format)).features).toEqual(features);
  });

  it('is not looked at for a probe', async () => {
    const facts = await bench.inspect(Buffer.from('{broken'), 'json', 'probe');
    expect(facts).toMatchObject({ depth: 'signature', features: ['records', 'structure'] });
    expect(facts.records).toBeUndefined();
  });

  it('says which encoding it assumed', async () => {
    await bench.inspect(Buffer.from([0x61, 0x0a, 0xe4]), 'csv');
    expect(bench.warnings).toMatchObject([{ code: 'encoding_assumed' }]);
  });
});

describe('XML with a document type', () => {
  const recordsOf = async (xml: string): Promise<RecordFacts> =>
    (await bench.inspect(Buffer.from(xml), 'xml')).records!;

  it('has the text that its entities stand for', async () => {
    const declared = '<!-- a --><!DOCTYPE r [<!ENTITY a "hello"><!ENTITY b "&a; &#38; more">]>';
    const xml = `<?xml version="1.0"?>\n${declared}<r><x at="&a;">&b;</x><y>2</y></r>`;
    const plain = '<r><x at="hello">hello &amp; more</x><y>2</y></r>';
    expect((await recordsOf(xml)).digest).toBe((await recordsOf(plain)).digest);
  });

  it('is refused when its entities stand for too much', async () => {
    const levels = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
    await expect(recordsOf(`<!DOCTYPE r [<!ENTITY e0 "ha">${levels}]><r>&e12;</r>`)).rejects.toThrow();
  });

  it('is refused with the line and the reason where it is not well formed', async () => {
    await expect(recordsOf('<a>\n<b x=1/></a>')).rejects.toThrow('no valid XML in line 2: unquoted attribute value');
  });
});

describe('a quick look at a large file', () => {
  const count = 60_000;
  const texts: Readonly<Record<DataFormat, string>> = {
    csv: `id,text\n${lines((index) => `${index},"row, ${index}\nof many with some text to make it long"`)}`,
    tsv: `id\ttext\n${lines((index) => `${index}\t"row, ${index}\nof many with some text to make it long"`)}`,
    json: `[\n${lines((index) => `${index > 0 ? ',' : ''}{"id":${index},"text":"row, ${index}\\nof many with some text to make it long"}`)}]`,
    ndjson: lines((index) => `{"id":${index},"text":"row, ${index}\\nof many with some text to make it long"}`),
    yaml: lines((index) => `- id: ${index}\n  text: "row, ${index}\\nof many with some text to make it long"`),
  };

  function lines(line: (index: number) => string): string {
    return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
  }

  it.each(['csv', 'tsv', 'json', 'ndjson', 'yaml'] as const)(
    'counts all rows of %s and compares the first',
    async (format) => {
      const quick = await records(texts[format], format, 'quick');
      expect(quick).toMatchObject({ rows: count, digest: '', head: { rows: 1000 } });
      const whole = await records(texts.csv, 'csv');
      expect(whole).toMatchObject({ rows: count, values: 2 * count, head: quick.head });
    },
  );
});

describe('a long YAML list', () => {
  const list = `${'- a: 1\n  b: |\n    - text\n'.repeat(30_000)}`;

  it('is cut between items only', () => {
    const parts = splitYamlList(`# head\n---\n${list}`)!;
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.reduce((sum, { items }) => sum + items, 0)).toBe(30_000);
    expect(parts.map(({ text }) => text).join('')).toBe(list);
    expect(parts.every(({ text }) => text.startsWith('- a'))).toBe(true);
    expect(parts[1]!.firstLine).toBe(3 + parts[0]!.items * 3);
  });

  it.each([
    'a: 1\n',
    `${list}...\n`,
    `${list}---\n- x\n`,
    `- &x 1\n${list}- *x\n`,
    `- !!set {a}\n${list}`,
    '[1, 2]\n',
    '',
  ])('is not taken for one: %#', (text) => {
    expect(splitYamlList(text)).toBeUndefined();
  });
});

describe('damaged files', () => {
  it.each([
    ['csv', 'a,b\n1,"open\n', 'input_truncated', /line/],
    ['json', '[{"a":1},\n{"a":2', 'input_truncated', /line 2/],
    ['json', '[{"a":1},\n{"a" 2}]', 'input_corrupt', /line 2/],
    ['json', '[1,]', 'input_corrupt', /JSON/],
    ['ndjson', '{"a":1}\n{bad}\n', 'input_corrupt', /line 2/],
    ['yaml', 'a: 1\nb: [1,\nc: 2', 'input_corrupt', /line 3/],
    ['yaml', 'a: &a [*a]', 'input_too_complex', /nested/],
    ['json', `${'['.repeat(300)}${']'.repeat(300)}`, 'input_too_complex', /nested/],
    ['json', ' ', 'empty_file', /empty/],
  ] as const)('%s %j', async (format, text, code, message) => {
    await expect(records(text, format)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });
});

describe.skipIf(!hasCorpora)('files that others wrote', () => {
  it('are read', async () => {
    const path = join(CORPORA, 'data/parquet-testing/delta_binary_packed_expect.csv');
    const facts = await bench.inspect(readFileSync(path), 'csv', 'full');
    expect(facts.records).toMatchObject({ rows: 200, values: 13_200 });
    expect(facts.records!.columns).toHaveLength(66);
  });
});

describe('a quick look at a large file', () => {
  const ROWS = 60_000;
  const remark = 'a remark that makes the row longer';
  const lines = (line: (index: number) => string): string =>
    Array.from({ length: ROWS }, (_, row) => line(row)).join('');
  const FILES: readonly (readonly [string, DataFormat, string])[] = [
    [
      'with inches',
      'csv',
      `id,size,remark\n${lines((row) => `${row},${row % 50 === 0 ? '5" pipe' : 'x'},${remark}\n`)}`,
    ],
    ['with line ends in cells', 'csv', `id,size,remark\r\n${lines((row) => `${row},"a ""b""\n\n,c",${remark}\r\n`)}`],
    ['that declares its delimiter', 'csv', `sep=;\nid;size;remark\n${lines((row) => `${row};"x;y";${remark}\n`)}`],
    ['with a mark and blank lines', 'tsv', `\ufeffid\tsize\tremark\n${lines((row) => `${row}\t"\tö"\t${remark}\n\n`)}`],
    [
      'of brackets and quotes',
      'json',
      `\ufeff[\n${lines((row) => `{"id":${row},"size":"]\\",\\\\[{","remark":"${remark}"},\n`)}{"id":0}]\n`,
    ],
    ['of lists', 'json', `[${lines((row) => `[${row},["${remark}",{}]],`)}[]]`],
    ['with blank lines', 'ndjson', lines((row) => `{"id":${row},"remark":"${remark}"}\n \n`)],
  ];

  it.each(FILES)('finds the rows that a full look finds: %s', async (_name, format, text) => {
    const [quick, full] = [await records(text, format, 'quick'), await records(text, format, 'full')];
    expect(text.length).toBeGreaterThan(2 ** 21);
    expect(quick).toMatchObject({ rows: full.rows, head: full.head, digest: '' });
    expect(full.digest).not.toBe('');
  });

  it.each([
    ['truncated', `[${lines((row) => `{"id":${row},"remark":"${remark}"},`)}`],
    ['truncated in a text', `[${lines((row) => `{"id":${row},"remark":"${remark}"},`)}{"id":"`],
    ['followed by another', `[${lines((row) => `{"id":${row},"remark":"${remark}"},`)}{}] [1]`],
    ['followed by a word', `[${lines((row) => `{"id":${row},"remark":"${remark}"},`)}{}] x`],
  ])('refuses a list that is %s', async (_name, text) => {
    await expect(records(text, 'json', 'quick')).rejects.toMatchObject({
      code: expect.stringMatching(/^input_(truncated|corrupt)$/),
    });
  });

  it('reads what is no list as a whole', async () => {
    const text = `{"a":"${'x'.repeat(2 ** 21)}","b":[1,2]}`;
    expect(await records(text, 'json', 'quick')).toEqual(await records(text, 'json', 'full'));
  });
});

describe('rows that are counted from bytes', () => {
  const COUNTERS = {
    json: () => countJsonElements(2),
    csv: () => countDelimitedRows(0x2c, 2),
    lines: () => countLines(2),
  } as const;
  const text = fc.array(fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', '\n', '\r', ' ', 'a', '1'), {
    maxLength: 40,
  });
  const counted = (make: () => RowCounter, pieces: readonly string[]): unknown => {
    const counter = make();
    for (const piece of pieces) counter.add(Buffer.from(piece));
    return counter.result();
  };

  it.each([
    ['a,b\n1,2\n', 2],
    ['a,b\n,\n\n"",""\n1,\n', 2],
    ['a,b\n"",""""\n,"\n"\n', 3],
  ])('are filled where a cell holds something: %j', (csv, filled) => {
    expect(counted(COUNTERS.csv, [csv])).toMatchObject({ filled });
  });

  it.each(Object.entries(COUNTERS))('are the same wherever they are cut: %s', (_name, make) => {
    assertProperty(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (characters, size) => {
        const whole = characters.join('');
        const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(counted(make, pieces)).toEqual(counted(make, [whole]));
      }),
      { numRuns: 2000 },
    );
  });

  it('are as many as the JSON parser finds', () => {
    assertProperty(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.constantFrom(0, 2), (list, indent) => {
        const found = counted(() => countJsonElements(2), [JSON.stringify(list, null, indent)]);
        expect(found).toMatchObject({ count: list.length });
      }),
      { numRuns: 1000 },
    );
  });
});
