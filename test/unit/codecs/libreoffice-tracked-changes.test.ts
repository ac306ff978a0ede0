import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutWordDeletions } from '../../../engine/codecs/libreoffice/tracked-changes.ts';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { wordDocument } from '../../support/word-document.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const change = 'w:id="1" w:author="A" w:date="2020-01-01T00:00:00Z"';
const deletion = `<w:del ${change}><w:r><w:delText>withdrawn</w:delText></w:r></w:del>`;
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const override = (part: string, type: string): string =>
  `<Override PartName="/word/${part}.xml" ContentType="${MAIN}.${type}+xml"/>`;
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('document', 'document.main')}${override('settings', 'settings')}</Types>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${OFFICE}/settings" Target="settings.xml"/></Relationships>`,
  'word/settings.xml': `<w:settings xmlns:w="${WORD}"><w:zoom w:percent="100"/></w:settings>`,
};
const word = (body: string): Uint8Array =>
  wordDocument(`<w:p>${run('It stays ')}${body}${run(' as it is')}</w:p>`, PARTS);

const OPEN = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"';
const text = zipSync({
  mimetype: strToU8('application/vnd.oasis.opendocument.text'),
  'META-INF/manifest.xml': strToU8(
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="settings.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  ),
  'settings.xml': strToU8(
    `<office:document-settings ${OPEN} xmlns:ooo="http://openoffice.org/2004/office" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0"><office:settings><config:config-item-set config:name="ooo:view-settings"><config:config-item config:name="ShowRedlineChanges" config:type="boolean">true</config:config-item></config:config-item-set></office:settings></office:document-settings>`,
  ),
  'content.xml': strToU8(
    `<office:document-content ${OPEN} xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:body><office:text><text:tracked-changes><text:changed-region text:id="c"><text:deletion><office:change-info><dc:creator>A</dc:creator><dc:date>2020-01-01T00:00:00</dc:date></office:change-info><text:p>withdrawn</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>It stays <text:change text:change-id="c"/> as it is</text:p></office:text></office:body></office:document-content>`,
  ),
});

describe('tracked deletions', { timeout: 120_000 }, () => {
  const engine = sharedEngine();
  let reader: RunnerBench;
  beforeAll(async () => {
    reader = await startRunner(pdfium);
  });
  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
  });

  it.each([
    ['Word', word(deletion)],
    ['OpenDocument', text],
  ])('of %s are not printed', async (_name, source) => {
    const [pdf] = (await engine.convert(source, { to: 'pdf' })).artifacts;
    if (!pdf || !('bytes' in pdf)) throw new Error('The document was not held in memory.');
    const shown = (await reader.inspect(pdf.bytes, 'pdf')).document!.text.replace(/\s+/g, ' ').trim();
    expect(shown).toBe('It stays as it is');
  });

  // Its deleted marks stand before a table into which text was inserted, and before headings.
  it.skipIf(!hasCorpora)('of paragraph marks leave what was inserted beside them, and headings', async () => {
    const { artifacts, report } = await engine.convert(join(CORPORA, 'found/word/poi/53446.doc'), { to: 'docx' });
    expect(report).toMatchObject({ verified: 'content', differences: [] });
    const [docx] = artifacts;
    if (!docx || !('bytes' in docx)) throw new Error('The document was not held in memory.');
    const body = strFromU8(unzipSync(docx.bytes)['word/document.xml']!);
    expect(body).toMatch(/<w:ins [^>]*><w:r><w:rPr><\/w:rPr><w:t[^>]*>or other applicable agency status, </);
    expect(body).toMatch(/<w:pStyle w:val="Heading9"\/>(?:(?!<w:p>).)*Buyback Provision Gas Price/);
  });

  it('are all that a document is changed for', () => {
    const plain = word(run('here'));
    expect(withoutWordDeletions(plain, DEFAULT_LIMITS)).toBe(plain);
    expect(withoutWordDeletions(word(deletion), DEFAULT_LIMITS)).not.toEqual(word(deletion));
  });
});
