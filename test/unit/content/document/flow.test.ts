import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../../engine/content/document/html/reader.ts';
import { writeHtml } from '../../../../engine/content/document/html/writer.ts';
import type { Images } from '../../../../engine/content/document/embedded-images.ts';
import { writeMarkdown } from '../../../../engine/content/document/markdown/writer.ts';
import { writeText } from '../../../../engine/content/document/text/writer.ts';

const NO_IMAGES: Images = { references: new Map(), convert: async () => ({ src: '' }), report: () => {} };

const blocks = (page: string) => readHtml(page).blocks;
const html = async (page: string) => (await Array.fromAsync(writeHtml(blocks(page), NO_IMAGES))).join('');
const markdown = async (page: string) => (await Array.fromAsync(writeMarkdown(blocks(page), NO_IMAGES))).join('');
const text = (page: string) => [...writeText(blocks(page))].join('');

describe('an item of several paragraphs', () => {
  const LIST =
    '<ol><li><p>One</p><p>more of one</p></li><li>Two<ul><li>a</li></ul><p>more of two</p></li><li>Three</li></ol>';

  it('is one item, after which the list counts on', async () => {
    expect((await html(LIST)).replaceAll('\n', '')).toBe(
      '<ol><li>One<p>more of one</p></li><li>Two</li><ul><li>a</li></ul><p>more of two</p><li>Three</li></ol>',
    );
    expect(await markdown(LIST)).toBe('1. One\n\n    more of one\n2. Two\n    - a\n\n    more of two\n3. Three\n');
    expect(text(LIST)).toBe('1. One\n  more of one\n2. Two\n  - a\n  more of two\n3. Three\n');
  });
});

describe('emphasis in Markdown', () => {
  it('is within raised and lowered text, and not on signs alone: CommonMark would show its marks', async () => {
    const page = '<p>CRC<em><sub>u</sub></em>(<em>m</em><em><sub>N</sub></em>) and {0<em>,</em>1}</p>';
    expect(await markdown(page)).toBe('CRC<sub>*u*</sub>(*m*<sub>*N*</sub>) and {0,1}\n');
  });
});

describe('notes', () => {
  const mark = (id: string) => `<a role="doc-noteref" href="#${id}">${id}</a>`;
  const note = (id: string, content: string) => `<aside role="doc-footnote" id="${id}">${content}</aside>`;

  it('are counted on within quotations and cells, and keep their code', async () => {
    const page =
      `<p>A${mark('a')}</p><blockquote><p>B${mark('b')}</p></blockquote><p>C${mark('c')}</p>` +
      note('a', '<p>First</p><pre>x = 1</pre>') +
      note('b', '<p>Second</p>') +
      note('c', '<p>Third</p>');
    expect(text(page)).toBe('A[1]\n\nB[2]\n\nC[3]\n\nNotes:\n[1] First\nx = 1\n\n[2] Second\n\n[3] Third\n');
    const table = `<table><tr><td>A${mark('a')}${note('a', '<p>First</p>')}</td><td>B</td></tr></table>`;
    expect(text(table)).toContain('[1] First');
  });
});

describe('signs before a text of another format', () => {
  it('begin no element of HTML in Markdown', async () => {
    expect(await markdown('<p><i>&lt;</i>port&gt; and <b>a &lt;</b>b</p>')).toBe('\\<port> and **a \\<**b\n');
    expect(await markdown('<p>1 &lt; 2</p>')).toBe('1 < 2\n');
  });
});
