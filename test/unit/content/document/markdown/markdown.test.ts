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
    ['> '.repeat(40) + 'a\n', `${'<blockquote>'.repeat(40)}<p>a</p>${'</blockquote>'.repeat(40)}`],
    ['# A {#b .c}\n\n# A\n\n# A\n', '<h1 id="b">A</h1>\n<h1 id="a">A</h1>\n<h1 id="a-1">A</h1>'],
    ['```{.js}\n```\n', '<pre><code class="language-js"></code></pre>'],
    ['```math\na^2\n```\n', '<athanor-math display="block">a^2</athanor-math>'],
    ['$$\na^2\n\n$$\n', '<p>$$\na^2</p>\n<p>$$</p>'],
    ['1. a\n\n2. [x] b\n', '<ol><li><p>a</p></li>\n<li><p><input type="checkbox" checked> b</p></li></ol>'],
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
    ['~a~ ~~b~ c~~ ~~~d~~~', '<del>a</del> <del>b~ c</del> ~~~d~~~'],
    ['x^2^ ^_^ [^', 'x<sup>2</sup> ^_^ [^'],
    ['[a](b){.c} `d`{#e f=g} [h]{.i} {.j}', '<a href="b">a</a> <code>d</code> [h] {.j}'],
    [
      'www.a.org/b. c.d e@f.org http://g.h/(i)',
      '<a href="http://www.a.org/b">www.a.org/b</a>. c.d <a href="mailto:e@f.org">e@f.org</a> <a href="http://g.h/(i)">http://g.h/(i)</a>',
    ],
    [
      'www.a.org/b(c)) (www.a.org/d) www.a.org/e&amp;',
      '<a href="http://www.a.org/b(c)">www.a.org/b(c)</a>) (<a href="http://www.a.org/d">www.a.org/d</a>) <a href="http://www.a.org/e">www.a.org/e</a>&amp;',
    ],
    ['![a](<b c/ä.png> "d") [e](f%20g%)', '<img src="b%20c/%C3%A4.png" alt="a" title="d"> <a href="f%20g%25">e</a>'],
    ['[a](javascript:b)', '<a href="javascript:b">a</a>'],
    ['$`a$b`$ $$c$$', '<athanor-math>a$b</athanor-math> <athanor-math display="block">c</athanor-math>'],
    ['a  \nb\\\nc\nd', 'a<br>\nb<br>\nc\nd'],
    ['&copy; & <b>x</b> 1 < 2', '© &amp; <b>x</b> 1 &lt; 2'],
    ['$a_1 + b_1$ costs $5 or $6', '<athanor-math>a_1 + b_1</athanor-math> costs $5 or $6'],
  ])('%j', (markdown, html) => {
    expect(body(markdown)).toBe(`<p>${html}</p>`);
  });

  it('has all that a footnote says, however notes refer to each other', () => {
    const note = '[^a]: one\n\n    - two[^b]\n    - three\n\n[^b]: four[^a]\n';
    const inner = '<athanor-footnote>four[^A]</athanor-footnote>';
    expect(body(`> x[^a]\n\n${note}`)).toBe(
      `<blockquote><p>x<athanor-footnote>one<br>two${inner}<br>three</athanor-footnote></p></blockquote>`,
    );
  });

  it('has its footnotes where they are referred to', () => {
    expect(body('a[^1]\n\n[^1]: said\n\n[^2]: not said\n')).toBe('<p>a<athanor-footnote>said</athanor-footnote></p>');
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
    ['images', '![a]('.repeat(5000)],
    ['emphasis', 'a**b'.repeat(10_000)],
    ['stars', '*a _b '.repeat(10_000)],
    ['ticks', Array.from({ length: 400 }, (_, index) => '`'.repeat(index)).join(' ')],
    ['angles', '<a b="'.repeat(5000)],
    ['footnotes', `${'[^a]'.repeat(20)}\n\n[^a]: ${'[^a]'.repeat(5)}\n`],
    ['repeated footnotes', `${'[^a]'.repeat(20_000)}\n\n[^a]: ${'word '.repeat(20_000)}\n`],
    [
      'footnotes of footnotes',
      Array.from({ length: 400 }, (_, index) => `[^${index}]: ${'[^1][^2][^3]'.repeat(100)}\n\n[^${index}]`).join(
        '\n\n',
      ),
    ],
    ['items', '- a\n'.repeat(50_000)],
    ['lazy lines', `> a\n${'b\n'.repeat(20_000)}`],
    ['emphasised words', `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`],
    ['pictures in pictures', `${'!['.repeat(5000)}a${'](b)'.repeat(5000)}`],
    ['wide rows', `${'|a'.repeat(5000)}\n${'|-'.repeat(5000)}\n${'|b\n'.repeat(50)}`],
    ['dollars', '$a$1 '.repeat(20_000)],
    ['carets and tildes', '^a~b~~'.repeat(10_000)],
    ['addresses', 'www.a@http://b.'.repeat(10_000)],
    ['closing parentheses', `www.a.org/${')'.repeat(100_000)}`],
    ['marks of notes', '[^'.repeat(100_000)],
    ['labels of notes', 'b[^a]:'.repeat(50_000)],
    ['braces', '`a`{.b'.repeat(10_000)],
  ])('of many %s is read', (_, markdown) => {
    expect(htmlOfMarkdown(`${markdown}\n\nend`)).toContain('end');
  });
});
