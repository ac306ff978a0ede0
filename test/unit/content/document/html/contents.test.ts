import { describe, expect, it } from 'vitest';
import { withOutline } from '../../../../../engine/content/document/html/contents.ts';

const BODY = '<h2 id="a">One <a href="x">two</a></h2>\n<p>b</p>\n<h3>Three</h3>\n<h2>Four</h2>';

describe('the headings of a page', () => {
  it('stay as they are where nothing is asked for', () => expect(withOutline(BODY, {})).toBe(BODY));

  it('are numbered by their levels, of which the first that there is counts as the highest', () => {
    const numbers = Array.from(withOutline(BODY, { numberSections: true }).matchAll(/class="number">([\d.]+)</g));
    expect(numbers.map(([, number]) => number)).toEqual(['1', '1.1', '2']);
    expect(withOutline(BODY, { numberSections: true })).not.toContain('<nav');
  });

  it('are listed before it, each in a link to its place', () => {
    const [list, body] = withOutline(BODY, { toc: true }).split('</nav>\n');
    expect(list!.replaceAll('\n', '')).toBe(
      '<nav role="doc-toc"><ul><li><a href="#a">One two</a><ul><li><a href="#section-2">Three</a></li></ul></li>' +
        '<li><a href="#section-3">Four</a></li></ul>',
    );
    expect(body).toContain('<h3 id="section-2">Three</h3>');
    expect(withOutline('<p>b</p>', { toc: true })).toBe('<p>b</p>');
  });
});
