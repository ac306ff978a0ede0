import { escapeXml } from '../../io/xml.ts';

const VALUE = /(?<=<(?<name>title|ownerName)>)[^\n]*(?=<\/\k<name>>)/g;
/** Punctuation that pandoc marks as none of Markdown. */
const MARKED = /\\([!-/:-@[-`{-~])/g;

/**
 * An outline of pandoc whose title and author are text: pandoc writes `\<ada@example.org\>` and `Ada & Co.` there, as in
 * Markdown, which is no XML.
 */
export function withEscapedHead(outline: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(outline);
  const escaped = text.replace(VALUE, (value) =>
    /^(?:[^<>&]|&(?:#?\w+);)*$/.test(value) ? value : escapeXml(value.replace(MARKED, '$1')),
  );
  return escaped === text ? outline : new TextEncoder().encode(escaped);
}
