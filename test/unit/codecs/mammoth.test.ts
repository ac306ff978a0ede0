import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/mammoth/codec.ts';
import { linearFormula } from '../../../engine/codecs/mammoth/formulas.ts';
import { isSafeLink } from '../../../engine/codecs/mammoth/transform.ts';
import markupText from '../../../engine/codecs/markup-text/codec.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import { compareFacts } from '../../../engine/verify/compare.ts';
import type { Check } from '../../../engine/contract/report.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { wordDocument } from '../../support/word-document.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources/docx');
const REPORT = join(SOURCES, 'report-notes-merged-cells-repeated-picture.docx');
const HARD = join(SOURCES, 'formula-textbox-hidden-ruby.docx');
const EDGES = { html: 'html', md: 'markdown' } as const;

let mammoth: RunnerBench;
let office: RunnerBench;
let markup: RunnerBench;
beforeAll(async () => {
  mammoth = await startRunner(codec);
  office = await startRunner(officeXml);
  markup = await startRunner(markupText);
});
afterAll(async () => {
  for (const bench of [mammoth, office, markup]) await bench[Symbol.asyncDispose]();
});
beforeEach(() => {
  mammoth.warnings.length = 0;
});

async function convert(source: string | Uint8Array, to: 'html' | 'md'): Promise<string> {
  const [output] = await mammoth.convert(source, 'docx', to, EDGES[to]);
  return Buffer.from(output!).toString();
}

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

describe('a page of HTML', () => {
  it('is a whole page in one file, with title, author, header and footer', async () => {
    const html = await convert(REPORT, 'html');
    expect(html).toMatch(/^<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">/);
    expect(html).toContain('<title>Harbour report</title>');
    expect(html).toContain('<meta name="author" content="Test Author">');
    expect(html).toMatch(/<header>\s*<p>Harbour authority, internal use<\/p>\s*<\/header>/);
    expect(html.match(/<img [^>]*src="data:image\/png;base64,/g)).toHaveLength(2);
    expect(html).toContain('alt="Four squares, red and blue"');
  });

  it('is called after its file when it has no title', async () => {
    expect(await convert(wordDocument(`<w:p>${run('text')}</w:p>`), 'html')).toContain('<title>input</title>');
  });

  it('keeps merged cells, lists and notes', async () => {
    const html = await convert(REPORT, 'html');
    expect(html).toContain('<td rowspan="2"><p>East</p></td>');
    expect(html).toContain('<td colspan="2"><p>closed for repairs</p></td>');
    expect(html).toContain('<ol><li>Check the moorings<ol><li>port side first</li>');
    expect(html).toContain('<li id="footnote-1"><p>Measured at the eastern pier');
  });

  it('keeps links with safe addresses and makes the others text', async () => {
    const html = await convert(REPORT, 'html');
    expect(html).toContain('<a href="https://example.org/tides?a=1&amp;b=2">Tide tables</a>');
    expect(html).not.toContain('javascript:');
    expect(html).toContain('an unsafe address');
    expect(mammoth.warnings).toMatchObject([{ code: 'link_dropped', details: { count: 1 } }]);
  });

  it('writes markup in the text as text', async () => {
    const html = await convert(wordDocument(`<w:p>${run('&lt;script&gt;alert(1)&lt;/script&gt;')}</w:p>`), 'html');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('Markdown', () => {
  it('writes headings, emphasis, lists, links, GFM tables and notes', async () => {
    const text = await convert(REPORT, 'md');
    expect(text).toContain('# Harbour report\n\nThe water stood **unusually** high this *spring*.[^1]');
    expect(text).toContain('1.  Check the moorings\n    1.  port side first');
    expect(text).toContain('[Tide tables](https://example.org/tides?a=1&b=2)');
    expect(text).toContain(
      '| Gauge | Morning | Evening |\n| --- | --- | --- |\n| East | 4.20 m | 3.95 m |\n|     | closed for repairs |     |',
    );
    expect(text).toContain('[^1]: Measured at the eastern pier with a tide gauge.\n');
  });

  it('stores an image once, however often it is shown', async () => {
    const text = await convert(REPORT, 'md');
    expect(text.match(/!\[Four squares, red and blue\]\[picture-1\]/g)).toHaveLength(2);
    expect(text.match(/data:image\/png/g)).toHaveLength(1);
    expect(text).toMatch(/\n\[picture-1\]: data:image\/png;base64,\S+\n$/);
  });

  it('escapes what would be markup', async () => {
    const text = await convert(wordDocument(`<w:p>${run('a &lt;b&gt; *c* &amp;lt; | [d]')}</w:p>`), 'md');
    expect(text.trim()).toBe('a \\<b> \\*c\\* \\&lt; | \\[d\\]');
    expect((await markup.inspect(Buffer.from(text), 'md')).document!.text.trim()).toBe('a <b> *c* &lt; | [d]');
  });
});

describe('what mammoth alone would drop', () => {
  it.each(['html', 'md'] as const)('is in the %s: formulas, text boxes, fields, ruby, outline levels', async (to) => {
    const text = await convert(HARD, to);
    for (const expected of [
      'x=(a+b)/(√c)',
      'Words inside a text box',
      'See Figure seven for details.',
      'しお潮 Inserted words.',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).toMatch(/(?:<h1>|# )Heading by outline level only/);
    expect(text).not.toMatch(/Hidden words|Deleted words/);
    expect(mammoth.warnings.map(({ code }) => code)).toEqual(['feature_dropped', 'text_dropped']);
  });

  it('keeps one copy of the same header, and drops page numbers', async () => {
    const header = (text: string): string =>
      `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>${text}</w:p></w:hdr>`;
    const number = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>4</w:t></w:r></w:fldSimple>';
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/header';
    const relationships = [1, 2, 3].map((id) => `<Relationship Id="r${id}" Type="${type}" Target="header${id}.xml"/>`);
    const html = await convert(
      wordDocument(`<w:p>${run('body')}</w:p>`, {
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join('')}</Relationships>`,
        'word/header1.xml': header(run('Confidential')),
        'word/header2.xml': header(run('Confidential')),
        'word/header3.xml': header(number),
      }),
      'html',
    );
    expect(html.match(/Confidential/g)).toHaveLength(1);
    expect(html).toMatch(/<header>\n<p>Confidential<\/p>\n<\/header>/);
  });
});

describe('formulas as linear text', () => {
  const maths = (content: string): string => linearFormula(`<m:oMath>${content}</m:oMath>`);
  const text = (value: string): string => `<m:r><m:t>${value}</m:t></m:r>`;
  const part = (name: string, value: string): string => `<m:${name}>${value}</m:${name}>`;

  it.each([
    ['x_(i+1)^2', part('sSubSup', part('e', text('x')) + part('sub', text('i+1')) + part('sup', text('2')))],
    [
      '∑_(k=1)^n k',
      part(
        'nary',
        '<m:naryPr><m:chr m:val="∑"/></m:naryPr>' +
          part('sub', text('k=1')) +
          part('sup', text('n')) +
          part('e', text('k')),
      ),
    ],
    [
      '[a|b]',
      part(
        'd',
        '<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>' + part('e', text('a')) + part('e', text('b')),
      ),
    ],
    [
      '[1, 2; 3, 4]',
      part(
        'm',
        part('mr', part('e', text('1')) + part('e', text('2'))) +
          part('mr', part('e', text('3')) + part('e', text('4'))),
      ),
    ],
    ['3√x', part('rad', part('deg', text('3')) + part('e', text('x')))],
    ['a < b & c', text('a &lt; b &amp; c')],
  ])('writes %s', (expected, source) => {
    expect(maths(source)).toBe(expected);
  });
});

describe('addresses of links', () => {
  it.each(['https://a.org', 'mailto:a@b.org', '#mark', 'chapter/2.html', 'tel:123'])('keeps %s', (href) => {
    expect(isSafeLink(href)).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'JAVASCRIPT:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '\u0001javascript:x',
    '',
  ])('drops %j', (href) => {
    expect(isSafeLink(href)).toBe(false);
  });
});

describe('files that are not what they seem', () => {
  it.each([
    ['document types', wordDocument('<!DOCTYPE x [<!ENTITY e "boom">]><w:p/>'), 'input_corrupt'],
    ['damaged XML', wordDocument('<w:p><w:r></w:p>'), 'input_corrupt'],
    ['deep nesting', wordDocument('<w:p>'.repeat(300) + '</w:p>'.repeat(300)), 'input_too_complex'],
    ['no ZIP', Buffer.from('text'), 'input_corrupt'],
    ['a cut file', readFileSync(REPORT).subarray(0, 9000), 'input_truncated'],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(convert(bytes, 'html')).rejects.toMatchObject({ code });
  });

  it('ignores style maps that the document brings along', async () => {
    const bytes = wordDocument(`<w:p>${run('text')}</w:p>`, { 'mammoth/style-map': 'p => script:fresh' });
    expect(await convert(bytes, 'html')).toContain('<p>text</p>');
  });
});

describe.skipIf(!hasCorpora)('documents that others wrote', () => {
  it.each(['html', 'md'] as const)('come out as %s with all text, structure and figures', async (to) => {
    const folder = join(CORPORA, 'word');
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.docx'));
    expect(files.length).toBeGreaterThan(100);
    const faults: string[] = [];
    for (const file of files) {
      const checks = await convertAndCompare(join(folder, file), to);
      faults.push(...checks.filter(({ ok }) => !ok).map((check) => `${file}: ${JSON.stringify(check)}`));
    }
    expect(faults).toEqual([]);
  });
});

async function convertAndCompare(path: string, to: 'html' | 'md'): Promise<Check[]> {
  const source = await office.inspect(path, 'docx', 'full');
  const output = await markup.inspect(Buffer.from(await convert(path, to)), to, 'full');
  const kept = (['text', 'structure', 'figures'] as const).filter((feature) => source.features.includes(feature));
  const expectation = {
    from: 'docx',
    to,
    kept,
    lost: [],
    gone: [],
    operations: [],
    takes: 'all',
    gives: 'one',
    options: {},
  } as const;
  return [...compareFacts(source, [output], expectation).checks];
}
