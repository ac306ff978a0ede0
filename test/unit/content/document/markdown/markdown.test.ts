import { describe, expect, it } from 'vitest';
import { htmlOfMarkdown } from '../../../../../engine/content/document/markdown/html.ts';

/** The body alone. */
function body(markdown: string): string {
  return /<body>([\s\S]*)<\/body>/.exec(htmlOfMarkdown(markdown))![1]!;
}

describe('blocks of Markdown', () => {
  it.each([
    ['# One\n\nTwo\n===\n', '<h1 id="one">One</h1>\n<h1 id="two">Two</h1>'],
    ['- a\n- b\n', '<ul><li>a</li>\n<li>b</li></ul>'],
    ['- a\n\n- b\n', '<ul><li><p>a</p></li>\n<li><p>b</p></li></ul>'],
    ['3. a\n   - b\n\n   c\n', '<ol start="3"><li><p>a</p>\n<ul><li>b</li></ul>\n<p>c</p></li></ol>'],
    ['- a\n\n      code\n', '<ul><li><p>a</p>\n<pre><code>code\n</code></pre></li></ul>'],
    ['> a\nb\n\nc\n', '<blockquote><p>a\nb</p></blockquote>\n<p>c</p>'],
    ['```js\nlet a = 1 < 2;\n```\n', '<pre><code class="language-js">let a = 1 &lt; 2;\n</code></pre>'],
    ['    four\n', '<pre><code>four\n</code></pre>'],
    ['a\n\n***\n', '<p>a</p>\n<hr>'],
    ['- [x] a\n- [ ] b\n', '<ul><li><input type="checkbox" checked> a</li>\n<li><input type="checkbox"> b</li></ul>'],
    ['<div>\n*a*\n</div>\n\n*b*\n', '<div>\n*a*\n</div>\n<p><em>b</em></p>'],
    ['$$\na^2\n$$\n', '<athanor-math display="block">\na^2\n</athanor-math>'],
  ])('%j', (markdown, html) => {
    expect(body(markdown)).toBe(html);
  });

  it('are tables with alignments, and bars as text', () => {
    expect(body('| a | b |\n|:-:|--:|\n| `x\\|y` | 2 | 3 |\n')).toBe(
      '<table><thead><tr><th align="center">a</th><th align="right">b</th></tr></thead>' +
        '<tbody><tr><td align="center"><code>x|y</code></td><td align="right">2</td></tr></tbody></table>',
    );
  });
});

describe('text of Markdown', () => {
  it.each([
    ['*a* **b** ***c***', '<em>a</em> <strong>b</strong> <em><strong>c</strong></em>'],
    ['a*b*c snake_case_name 2 * 3 * 4', 'a<em>b</em>c snake_case_name 2 * 3 * 4'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['~~a~~ `b``c` \\*d\\*', '<del>a</del> <code>b``c</code> *d*'],
    ['[a](/b "c") ![d *e*](f)', '<a href="/b" title="c">a</a> <img src="f" alt="d e">'],
    ['[a][x] [x] [y]\n\n[x]: /z\n', '<a href="/z">a</a> <a href="/z">x</a> [y]'],
    [
      '<https://a.b> https://c.d/(e). <f@g.h>',
      '<a href="https://a.b">https://a.b</a> <a href="https://c.d/(e)">https://c.d/(e)</a>. <a href="mailto:f@g.h">f@g.h</a>',
    ],
    ['a  \nb\\\nc\nd', 'a<br>\nb<br>\nc\nd'],
    ['&copy; & <b>x</b> 1 < 2', '&copy; &amp; <b>x</b> 1 &lt; 2'],
    ['$a_1 + b_1$ costs $5 or $6', '<athanor-math>a_1 + b_1</athanor-math> costs $5 or $6'],
  ])('%j', (markdown, html) => {
    expect(body(markdown)).toBe(`<p>${html}</p>`);
  });

  it('has its footnotes where they are referred to', () => {
    expect(body('a[^1] b[^2]\n\n[^1]: *note*\n')).toBe(
      '<p>a<athanor-footnote><em>note</em></athanor-footnote> b[^2]</p>',
    );
  });
});

describe('front matter of Markdown', () => {
  it('becomes title, author, language and keywords', () => {
    const html = htmlOfMarkdown(
      '---\ntitle: "A < B"\nauthor: [{ name: Jane }, John]\nlang: de\ntags: [x, y]\n---\n\ntext\n',
    );
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>A &lt; B</title><meta name="author" content="Jane, John">');
    expect(html).toContain('<meta name="keywords" content="x, y">');
    expect(html).toContain('<h1>A &lt; B</h1>');
  });

  it('stands above a text of several chapters, and once where the text repeats its title', () => {
    const front = '---\ntitle: Heat\nsubtitle: A study\nauthor: Roe\n---\n\n';
    const below = '<p style="color:#57606a">A study · Roe</p>';
    expect(body(`${front}# One\n\n# Two\n`)).toMatch(new RegExp(`^<h1>Heat</h1>${below}<h1 id="one">One</h1>`));
    expect(htmlOfMarkdown(`${front}# One\n`, { isBook: true })).toContain('<body><h1 id="one">One</h1>');
    expect(body(`${front}# Heat\n\ntext\n`)).toBe(`<h1 id="heat">Heat</h1>${below}\n<p>text</p>`);
  });

  it('is text when it is no YAML', () => {
    expect(body('---\nbetween rules\n---\nb\n')).toContain('<hr>');
  });
});

describe('hostile Markdown', () => {
  it.each([
    ['quotes', '> '.repeat(5000)],
    ['lists', '- '.repeat(2000)],
    ['brackets', '['.repeat(20_000)],
    ['pictures', '![a]('.repeat(5000)],
    ['emphasis', 'a**b'.repeat(10_000)],
    ['stars', '*a _b '.repeat(10_000)],
    ['ticks', Array.from({ length: 400 }, (_, index) => '`'.repeat(index)).join(' ')],
    ['angles', '<a b="'.repeat(5000)],
    ['footnotes', `${'[^a]'.repeat(20)}\n\n[^a]: ${'[^a]'.repeat(5)}\n`],
  ])('of many %s is read', (_, markdown) => {
    expect(htmlOfMarkdown(`${markdown} end`)).toContain('end');
  });
});
