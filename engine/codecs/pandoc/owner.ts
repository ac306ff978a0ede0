import { escapeXml } from '../../io/xml.ts';

const OWNER = /(?<=<ownerName>)[^\n]*(?=<\/ownerName>)/;
/** Punctuation that pandoc marks as none of Markdown. */
const MARKED = /\\([!-/:-@[-`{-~])/g;

/** An outline of pandoc whose author is text: pandoc writes `\<ada@example.org\>` there, as in Markdown, which is no XML. */
export function withEscapedOwner(outline: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(outline);
  const escaped = text.replace(OWNER, (owner) =>
    /^(?:[^<>&]|&(?:#?\w+);)*$/.test(owner) ? owner : escapeXml(owner.replace(MARKED, '$1')),
  );
  return escaped === text ? outline : new TextEncoder().encode(escaped);
}
