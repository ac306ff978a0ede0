import { describe, expect, it } from 'vitest';
import { cleanXhtml } from '../../../../../engine/content/document/book/clean-xhtml.ts';
import { SimpleStyles } from '../../../../../engine/content/document/book/simple-styles.ts';

const clean = (html: string): string =>
  cleanXhtml(html, {
    ...{ prefix: 'c1-', maxDepth: 64, styles: new SimpleStyles([]) },
    placeOf: (address) => address,
    imageOf: () => undefined,
    drawingOf: () => undefined,
  }).body;

describe('a page of a book', () => {
  it('keeps lists with something between their items, which becomes a part of these', () => {
    expect(clean('<ol>first <li>One</li> and <b>more</b><li>Two</li><ul><li>a</li></ul></ol>')).toBe(
      '<ol><li>first One and <b>more</b></li><li>Two<ul><li>a</li></ul></li></ol>',
    );
    expect(clean('<ul>no items</ul>')).toBe('<div>no items</div>');
  });

  it('keeps a table that stands in a paragraph, as it may without a document type', () => {
    expect(clean('<p>Oil<table><tr><td>210</td></tr></table></p>')).toBe(
      '<div>Oil<table><tbody><tr><td>210</td></tr></tbody></table></div>',
    );
  });
});
