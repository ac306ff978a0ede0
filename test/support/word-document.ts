import { writeZip } from '../../engine/io/zip.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';

/** The smallest DOCX around the given WordprocessingML, and other parts by entry name. */
export function wordDocument(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const types =
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>';
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="a" Type="${OFFICE_DOCUMENT}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return writeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })));
}
