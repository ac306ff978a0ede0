import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutContentControls } from '../../../engine/codecs/libreoffice/content-controls.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { wordDocument } from '../../support/word-document.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const control = (properties: string, content: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtEndPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const CHOICE = control('<w:dropDownList><w:listItem w:value="Watermelon"/></w:dropDownList>', run('Watermelon'));
const RUBY =
  '<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/><w:hps w:val="10"/><w:lid w:val="ja-JP"/></w:rubyPr>' +
  '<w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r>';

/** LibreOffice goes by the type of the main part. */
const TYPES = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
};

describe('a document for old Word', { timeout: 120_000 }, () => {
  const engine = sharedEngine();
  let reader: RunnerBench;
  beforeAll(async () => {
    reader = await startRunner(officeXml);
  });
  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
  });

  async function textAsDoc(body: string): Promise<string> {
    const { artifacts, report } = await engine.convert(wordDocument(body, TYPES), { to: 'doc' });
    expect(report).toMatchObject({ verified: 'content', lost: [] });
    const [artifact] = artifacts;
    if (!artifact || !('bytes' in artifact)) throw new Error('The document was not held in memory.');
    return (await reader.inspect(artifact.bytes, 'doc')).document!.text;
  }

  it('keeps what content controls hold', async () => {
    const body = `<w:p>${run('I choose ')}${CHOICE}</w:p>${control('', `<w:p>${run('A whole paragraph.')}</w:p>`)}`;
    const text = await textAsDoc(body);
    expect(text).toContain('I choose Watermelon');
    expect(text).toContain('A whole paragraph.');
  });

  it('keeps the readings above its words', async () => {
    const text = await textAsDoc(`<w:p>${run('It is ')}${RUBY}${run('.')}</w:p>`);
    expect(text).toContain('It is とうきょう東京.');
  });
});

it('content controls go from every story of a document, and only they', () => {
  const headers =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="h" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/></Relationships>';
  const document = wordDocument(`<w:p>${CHOICE}</w:p>`, {
    'word/_rels/document.xml.rels': headers,
    'word/header1.xml': `<w:hdr><w:p>${control('<w:text/>', run('Above'))}</w:p></w:hdr>`,
  });
  const plain = withoutContentControls(document, DEFAULT_LIMITS);
  const parts = openOfficePackage(plain, DEFAULT_LIMITS);
  expect(parts.readXml('word/document.xml')).toContain(`<w:body><w:p>${run('Watermelon')}</w:p></w:body>`);
  expect(parts.readXml('word/header1.xml')).toBe(`<w:hdr><w:p>${run('Above')}</w:p></w:hdr>`);
  expect(withoutContentControls(plain, DEFAULT_LIMITS)).toBe(plain);
});
