import { describe, expect, it } from 'vitest';
import { withEscapedOwner } from '../../../engine/codecs/pandoc/owner.ts';

const ownerOf = (owner: string): string => {
  const outline = `<head>\n    <ownerName>${owner}</ownerName>\n  </head>`;
  return new TextDecoder().decode(withEscapedOwner(new TextEncoder().encode(outline)));
};

describe('the author of an outline', () => {
  it.each([
    ['Ada Quäy \\<ada@harbour.example\\>', 'Ada Quäy &lt;ada@harbour.example&gt;'],
    ['Ada & Co. \\*', 'Ada &amp; Co. *'],
    ['Ada &amp; Co.', 'Ada &amp; Co.'],
    ['Ada Quäy', 'Ada Quäy'],
    ['', ''],
  ])('%s is text', (owner, expected) => {
    expect(ownerOf(owner)).toContain(`<ownerName>${expected}</ownerName>`);
  });
});
