import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/source-tree.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

/** The program as the SDK's own client runs it, with the real engine. */
async function connect(folders: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [join(ROOT, 'engine/cli/main.ts'), 'mcp', ...folders];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  return client;
}

let directory: TemporaryDirectory;
let client: Client;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await mkdir(join(directory.path, 'sub'));
  await writeFile(join(directory.path, 'prices.csv'), 'name,price\napple,3\npear,4\n');
  const lines = Array.from({ length: 4_000 }, (_, index) => `This is line ${index} of a long text.`);
  await writeFile(join(directory.path, 'long.txt'), lines.join('\n'));
  client = await connect([directory.path]);
});
afterAll(async () => {
  await client.close();
  await directory[Symbol.asyncDispose]();
});

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly [name: string]: unknown }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

const call = async (name: string, args: Record<string, unknown>, by = client): Promise<ToolAnswer> =>
  (await by.callTool({ name, arguments: args })) as ToolAnswer;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const at = (name: string): string => join(directory.path, name);

describe('a file by path', () => {
  it('is detected, and planned for with the options that it takes', async () => {
    const { structuredContent } = await call('detect', { file: { path: 'prices.csv' } });
    expect(structuredContent).toMatchObject({ format: 'csv' });
    const plan = await call('plan', { file: { path: at('prices.csv') }, to: 'json' });
    expect(plan.structuredContent).toMatchObject({ from: 'csv', to: 'json', options: expect.any(Object) });
    const pair = await call('plan', { from: 'png', to: 'jpg' });
    expect(pair.structuredContent).toMatchObject({ options: { quality: { minimum: 1, maximum: 100 } } });
  });

  it('is converted into a file beside it, of which the answer is a link', async () => {
    const { content, structuredContent } = await call('convert', {
      ...{ file: { path: 'prices.csv' }, to: 'json', output: 'sub/prices.json' },
    });
    expect(JSON.parse(await readFile(at('sub/prices.json'), 'utf8'))).toEqual([
      { name: 'apple', price: 3 },
      { name: 'pear', price: 4 },
    ]);
    expect(content[1]).toMatchObject({ type: 'resource_link', name: 'prices.json', mimeType: 'application/json' });
    expect(structuredContent).toMatchObject({
      report: { verified: 'content' },
      files: [{ path: at('sub/prices.json') }],
    });
    expect(await readdir(at('sub'))).toEqual(['prices.json']);
  });

  it('does not replace what is there unless that is asked', async () => {
    await writeFile(at('kept.json'), 'kept');
    const request = { file: { path: 'prices.csv' }, to: 'json', output: 'kept.json' };
    const refused = await call('convert', request);
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('overwrite: true') }] });
    expect(await readFile(at('kept.json'), 'utf8')).toBe('kept');
    expect((await call('convert', { ...request, overwrite: true })).isError).toBeUndefined();
  });

  it('is merged with others', async () => {
    const files = [{ path: 'prices.csv' }, { name: 'b.csv', base64: base64('a\n1\n') }];
    const { structuredContent } = await call('merge', { files, to: 'zip', output: 'all.zip' });
    expect(structuredContent).toMatchObject({ targetFormat: 'zip' });
    expect((await readFile(at('all.zip'))).subarray(0, 2).toString()).toBe('PK');
  });

  it('is refused outside of the granted folders', async () => {
    for (const path of ['/etc/passwd', '../x', at('../x')]) {
      const answer = await call('read_as_text', { file: { path } });
      expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('path_not_granted') }] });
    }
    const written = await call('convert', { file: { path: 'prices.csv' }, to: 'json', output: '/tmp/out.json' });
    expect(written.content[0]!.text).toContain('path_not_granted');
  });
});

describe('a file by its content', () => {
  it('is converted, and returned as text where it is text', async () => {
    const { content } = await call('convert', { file: { name: 'x.csv', base64: base64('a\n1\n') }, to: 'json' });
    expect(content[1]).toMatchObject({ type: 'resource', resource: { text: expect.stringContaining('"a"') } });
  });

  it('is refused when it is empty, not base64, or named in two ways', async () => {
    const cases = [
      [{ name: 'x.csv', base64: '' }, 'empty_file'],
      [{ name: 'x.csv', base64: 'not base64!' }, 'invalid_file'],
      [{ path: 'prices.csv', base64: 'YQ==' }, 'invalid_file'],
      [{}, 'invalid_file'],
      [{ name: 'x.csv', base64: 'A'.repeat(8_400_000) }, 'file_too_large'],
    ] as const;
    for (const [file, code] of cases) {
      const answer = await call('convert', { file, to: 'json' });
      expect(answer.isError, code).toBe(true);
      expect(answer.content[0]!.text).toMatch(new RegExp(`^${code}: `));
    }
  });
});

describe('reading', () => {
  it('gives any file as Markdown', async () => {
    const { content, structuredContent } = await call('read_as_text', { file: { path: 'prices.csv' } });
    expect(content[0]!.text).toContain('| apple | 3 |');
    expect(structuredContent).toMatchObject({ text: content[0]!.text, page: 1, pages: 1 });
  });

  it('gives a long text page by page, and nothing beyond', async () => {
    const pages: string[] = [];
    for (let page = 1; ; page++) {
      const { content, structuredContent } = await call('read_as_text', { file: { path: 'long.txt' }, page });
      pages.push(content[0]!.text!);
      if (structuredContent!['pages'] === page) break;
      expect(content[1]!.text).toContain(`\`page\`: ${page + 1}`);
    }
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.join('')).toBe(await readFile(at('long.txt'), 'utf8'));
    const beyond = await call('read_as_text', { file: { path: 'long.txt' }, page: pages.length + 1 });
    expect(beyond.content[0]!.text).toContain('no_such_page');
  });

  it('reads a converted document on by its id', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `row ${row},${row}`);
    await writeFile(at('rows.csv'), `name,number\n${rows.join('\n')}\n`);
    const first = await call('read_as_text', { file: { path: 'rows.csv' } });
    const { document } = first.structuredContent as { document: string };
    const second = await call('read_as_text', { document, page: 2 });
    expect(second.structuredContent).toMatchObject({ page: 2, format: 'csv' });
    expect(second.content[0]!.text).not.toBe(first.content[0]!.text);
    const unknown = await call('read_as_text', { document: 'unknown' });
    expect(unknown.content[0]!.text).toContain('not_found');
  });
});

it('says what a format can become, and what to do after a refusal', async () => {
  const { structuredContent } = await call('list_formats', { from: 'csv', search: 'sheet' });
  const ids = (structuredContent as { formats: { id: string }[] }).formats.map(({ id }) => id);
  expect(ids).toContain('xlsx');
  const refused = await call('convert', { file: { path: 'prices.csv' }, to: 'mp4', output: 'x.mp4' });
  expect(refused.content[0]!.text).toMatch(/^unsupported_conversion: .*\n.*list_formats/);
  const unknown = await call('convert', { file: { path: 'prices.csv' }, to: 'jsn', output: 'x.jsn' });
  expect(unknown.content[0]!.text).toContain('json');
});

it('tells the progress to whoever asks', async () => {
  const heard: number[] = [];
  const request = { name: 'convert', arguments: { file: { path: 'prices.csv' }, to: 'yaml', output: 'p.yaml' } };
  await client.callTool(request, { onprogress: ({ progress }) => heard.push(progress) });
  expect(heard.length).toBeGreaterThan(0);
  expect(heard).toEqual([...heard].sort());
});

it('takes no paths where no folder was granted', async () => {
  const alone = await connect([]);
  try {
    expect((await call('convert', { file: { path: '/etc/passwd' }, to: 'json' }, alone)).isError).toBe(true);
    const { tools } = await alone.listTools();
    expect(JSON.stringify(tools)).not.toContain('"path"');
  } finally {
    await alone.close();
  }
});
