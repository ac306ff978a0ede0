import { expect, it } from 'vitest';
import { withFirstHeaders } from '../../../engine/codecs/libreoffice/first-headers.ts';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { splitText } from '../../../engine/content/document/inspect-text.ts';
import { startRunner } from '../../support/runner.ts';
import { wordDocument } from '../../support/word-document.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"`;
const FIRST = `<w:headerReference ${NAMESPACES} w:type="first" r:id="f"/>`;
const EVERY = `<w:headerReference ${NAMESPACES} w:type="default" r:id="d"/>`;
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Two sections: the properties of the first stand in its last paragraph, those of the second at the end. */
function sections(first: string, second: string): string {
  return `<w:p><w:pPr><w:sectPr>${first}</w:sectPr></w:pPr></w:p>${paragraph('Two.')}<w:sectPr>${second}</w:sectPr>`;
}

/** What follows the text of the second section. */
function secondOf(body: string): string {
  const named = withFirstHeaders(wordDocument(body), DEFAULT_LIMITS);
  return openOfficePackage(named, DEFAULT_LIMITS).readXml('word/document.xml')!.split('Two.</w:t></w:r></w:p>')[1]!;
}

it('a section with a first page of its own names the header that it takes from the section before it', () => {
  expect(secondOf(sections(FIRST + EVERY, '<w:titlePg/>'))).toContain(`<w:sectPr>${FIRST}<w:titlePg/></w:sectPr>`);
});

it('other sections stay as they are', () => {
  const own = FIRST.replace('r:id="f"', 'r:id="own"');
  const before = `<w:sectPrChange w:id="1"><w:sectPr><w:titlePg/></w:sectPr></w:sectPrChange>`;
  for (const properties of ['', '<w:titlePg w:val="0"/>', `${own}<w:titlePg/>`, before]) {
    expect(secondOf(sections(FIRST, properties))).toContain(`<w:sectPr>${properties}</w:sectPr>`);
  }
  const none = wordDocument(sections(EVERY, '<w:titlePg/>'));
  expect(withFirstHeaders(none, DEFAULT_LIMITS)).toBe(none);
});

it('the header of a first page is printed where a section inherits it', { timeout: 120_000 }, async () => {
  const override = (part: string, type: string): string =>
    `<Override PartName="/word/${part}.xml" ContentType="${MAIN}.${type}+xml"/>`;
  const types = override('document', 'document.main') + override('first', 'header') + override('every', 'header');
  const relationship = (id: string, part: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/header" Target="${part}.xml"/>`;
  const header = (text: string): string => `<w:hdr ${NAMESPACES}>${paragraph(text)}</w:hdr>`;
  const document = wordDocument(paragraph('One.') + sections(FIRST + EVERY, '<w:titlePg/>'), {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types}</Types>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship('f', 'first')}${relationship('d', 'every')}</Relationships>`,
    'word/first.xml': header('First of its section'),
    'word/every.xml': header('On every page'),
  });
  const engine = sharedEngine();
  await using reader = await startRunner(pdfium);
  const [pdf] = (await engine.convert(document, { to: 'pdf' })).artifacts;
  if (!pdf || !('bytes' in pdf)) throw new Error('The document was not held in memory.');
  const { pages } = splitText((await reader.inspect(pdf.bytes, 'pdf')).document!.text);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('On every page');
  expect(pages[1]).toContain('First of its section');
});
