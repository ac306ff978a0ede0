import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../../../engine/content/document/html/reader.ts';
import { inlinesOf, textOf, walk, type Block, type Table } from '../../../../../engine/content/document/model.ts';

const blocksOf = (html: string): Block[] => [...readHtml(html).blocks];

/** Blocks as lines: kind, place in a list, text. */
function outline(html: string): string[] {
  return [...walk(blocksOf(html))].map((block) => {
    const { list } = block;
    const place = list ? ` ${'>'.repeat(list.level)}${list.isContinued ? '+' : (list.label ?? '-')}` : '';
    const text = block.kind === 'code' ? block.text : textOf(inlinesOf(block));
    return `${block.kind}${place}${text === '' ? '' : ` ${text}`}`;
  });
}

describe('readHtml', () => {
  it('reads headings, paragraphs, quotes, code and rules', () => {
    const html =
      '<h2>One <em>two</em></h2>loose<p>a<br>b</p><blockquote><p>said</p></blockquote><hr><pre><code class="language-js">x = 1;\n  y</code></pre>';
    expect(outline(html)).toEqual([
      'heading One two',
      'paragraph loose',
      'paragraph a\nb',
      'quote',
      'paragraph said',
      'rule',
      'code x = 1;\n  y',
    ]);
    expect(blocksOf(html).at(-1)).toMatchObject({ language: 'js' });
    expect(blocksOf(html)[0]).toMatchObject({ level: 2 });
  });

  it('reads a heading that is built of boxes as one', () => {
    expect(outline('<h2><div>One</div><div>two</div></h2><div>three</div>')).toEqual([
      'heading One two',
      'paragraph three',
    ]);
  });

  it('numbers the items of lists as they are shown', () => {
    const html =
      '<ol start="3"><li>three<ol type="a"><li>x<li>y</ol><li value="9"><p>nine</p><p>more</p><li>ten</ol><ul><li>dot</ul>';
    expect(outline(html)).toEqual([
      'paragraph 3. three',
      'paragraph >a. x',
      'paragraph >b. y',
      'paragraph 9. nine',
      'paragraph + more',
      'paragraph 10. ten',
      'paragraph - dot',
    ]);
  });

  it('knows which boxes are ticked', () => {
    const html = '<ul><li><input type="checkbox" checked> done<li><label><input type="checkbox"> open</label></ul>';
    expect(blocksOf(html).map(({ list }) => list?.isChecked)).toEqual([true, false]);
  });

  it('reads tables with their spans, their heads and what is in their cells', () => {
    const html =
      '<table><caption>All</caption><thead><tr><th colspan="2">h<tr><th>a<th>b</thead><tr><td rowspan="2">c<td>d<ul><li>e</ul><tr><td>f</table>';
    const [caption, table] = blocksOf(html) as [Block, Table];
    expect(textOf(inlinesOf(caption))).toBe('All');
    const rows = [...table.rows];
    expect(table.headerRows).toBe(2);
    expect(rows.map((row) => row.map(({ columns = 1, rows: high = 1 }) => [columns, high]))).toEqual([
      [[2, 1]],
      [
        [1, 1],
        [1, 1],
      ],
      [
        [1, 2],
        [1, 1],
      ],
      [[1, 1]],
    ]);
    expect(rows[2]![1]!.blocks.map((block) => textOf(inlinesOf(block)))).toEqual(['d', 'e']);
  });

  it('keeps a table that only arranges the page apart', () => {
    const [outer] = blocksOf('<table><tr><td><table><tr><td>a<td>b</table><td>c</table>');
    expect(outer).toMatchObject({ kind: 'table', isLayout: true });
    expect(blocksOf('<table><tr><td>framed</table>')[0]).toMatchObject({ isLayout: true });
  });

  it('reads images with their bytes, links with their targets, and where these lead', () => {
    const html =
      '<p id="top"><a href="#top" title="Up">go <b>up</b></a> <a href="x"><img src="data:image/png;base64,AQID" alt="one two" width="40" height="30"></a></p>';
    const [block] = blocksOf(html);
    const inlines = inlinesOf(block!);
    expect(inlines[0]).toEqual({ kind: 'anchor', id: 'top' });
    expect(inlines[1]).toMatchObject({ text: 'go ', link: { href: '#top', title: 'Up' } });
    expect(inlines[2]).toMatchObject({ text: 'up', style: { bold: true } });
    const links = inlines.flatMap((inline) => (inline.kind === 'text' ? [inline.link] : []));
    expect(links[0]).toBe(links[1]);
    const image = inlines.at(-1)!;
    expect(image).toMatchObject({ alternative: 'one two', mimeType: 'image/png', width: 30, link: { href: 'x' } });
    expect(image.kind === 'image' && image.read!()).toEqual(Uint8Array.of(1, 2, 3));
  });

  it.each([
    [
      'pandoc',
      '<p>text<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>said<a href="#fnref1" role="doc-backlink">↩</a></p></li></ol></section>',
    ],
    [
      'EPUB',
      '<p>text<a href="#fn1" epub:type="noteref">1</a></p><aside epub:type="footnote" id="fn1"><p>said</p></aside>',
    ],
  ])('puts notes and their marks together as %s has them', (_, html) => {
    const [line, note] = blocksOf(html);
    expect(inlinesOf(line!).at(-1)).toMatchObject({ kind: 'note-mark', id: 'fn1', label: '1' });
    expect(note).toMatchObject({ kind: 'note', id: 'fn1' });
    expect([...walk([note!])].map((block) => textOf(inlinesOf(block))).join('')).toBe('said');
  });

  it('reads formulas in MathML and in TeX', () => {
    const html =
      '<p><math display="block"><mi>x</mi><mo>=</mo><mn>1</mn><annotation encoding="application/x-tex">x=1</annotation></math> <span class="math inline">\\(\\frac{a}{b}\\)</span></p>';
    const formulas = inlinesOf(blocksOf(html)[0]!).filter(({ kind }) => kind === 'formula');
    expect(formulas).toEqual([
      { kind: 'formula', text: 'x=1', source: 'x=1', notation: 'tex', isDisplay: true },
      { kind: 'formula', text: 'a b', source: '\\frac{a}{b}', notation: 'tex' },
    ]);
  });

  it('marks what nobody sees', () => {
    const html = `<style>.no, #x > b { display: none } @media screen { i { visibility: hidden } } .no.yes { display: block }</style>
      <p class="no">1</p><div id="x"><b>2</b><u><b>3</b></u></div><p hidden>4</p><p style="display:none">5</p>
      <i>6</i><p class="no yes">7</p><script>8</script><template>9</template><iframe>10</iframe>`;
    const shown = [...walk(blocksOf(html))].map((block) => textOf(inlinesOf(block))).join(' ');
    expect(shown.replace(/\s+/g, ' ').trim()).toBe('3 6 7');
    expect(blocksOf(html)[0]).toMatchObject({ unshown: 'hidden' });
  });

  it('reads what the head says of the document', () => {
    const html =
      '<!doctype html><html lang="de"><head><meta name="author" content="Ada &amp; Bo"><title>T\nu</title></head><body>x';
    expect(readHtml(html).properties).toEqual({ language: 'de', author: 'Ada & Bo', title: 'T u' });
  });

  it('resolves the names of characters', () => {
    expect(outline('<p>&lang;&NotEqualTilde;&notin;&amp;copy;&nosuch;')).toEqual(['paragraph ⟨≂̸∉&copy;&nosuch;']);
  });

  it('is bounded where elements nest without end', () => {
    const started = performance.now();
    expect(blocksOf('<b>x'.repeat(200_000)).length).toBeLessThan(3);
    for (const tag of ['<blockquote>x', '<table><tr><td>x', '<ul><li>x'])
      expect([...walk(blocksOf(tag.repeat(50_000)))].length).toBeGreaterThan(50);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
