import { describe, expect, it } from 'vitest';
import { withLostReferences } from '../../../engine/codecs/libreoffice/lost-references.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { wordDocument } from '../../support/word-document.ts';

const simple = (rule: string): string => `<w:fldSimple w:instr=" ${rule} "><w:r><w:t>seven</w:t></w:r></w:fldSimple>`;
const complex = (rule: string): string => `<w:instrText xml:space="preserve"> ${rule} </w:instrText>`;

function repaired(body: string): string {
  const bytes = withLostReferences(wordDocument(body), DEFAULT_LIMITS);
  const source = openOfficePackage(bytes, DEFAULT_LIMITS).readXml('word/document.xml')!;
  return /<w:body>(.*)<\/w:body>/s.exec(source)![1]!;
}

describe('references of a Word document for LibreOffice', () => {
  it.each([simple, complex])('to bookmarks that are not there are no such fields', (field) => {
    for (const rule of ['REF _Ref1', 'PAGEREF _Ref1 \\h', 'NOTEREF "a.b"'])
      expect(repaired(field(rule))).toMatch(/UNKNOWNREF (?:_Ref1|a\.b)/);
  });

  it('to bookmarks that are there stay, and so do other fields', () => {
    const body = `<w:bookmarkStart w:id="1" w:name="_Ref1"/>${simple('REF _ref1')}${complex('DATE')}${simple('HYPERLINK x')}`;
    expect(repaired(body)).toBe(body);
  });
});
