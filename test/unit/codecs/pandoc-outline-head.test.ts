import { describe, expect, it } from 'vitest';
import { withEscapedHead } from '../../../engine/codecs/pandoc/outline-head.ts';

const headOf = (value: string): string => {
  const outline = `<head>\n    <title>${value}</title>\n    <ownerName>${value}</ownerName>\n  </head>`;
  return new TextDecoder().decode(withEscapedHead(new TextEncoder().encode(outline)));
};

describe('the title and the author of an outline', () => {
  it.each([
    ['Ada Quäy \\<ada@harbour.example\\>', 'Ada Quäy &lt;ada@harbour.example&gt;'],
    ['Ada & Co. \\*', 'Ada &amp; Co. *'],
    ['Ada &amp; Co.', 'Ada &amp; Co.'],
    ['Ada Quäy', 'Ada Quäy'],
    ['', ''],
  ])('%s are text', (value, expected) => {
    const head = headOf(value);
    expect(head).toContain(`<title>${expected}</title>`);
    expect(head).toContain(`<ownerName>${expected}</ownerName>`);
  });
});
