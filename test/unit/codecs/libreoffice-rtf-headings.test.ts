import { describe, expect, it } from 'vitest';
import { withOutlineStyles, withRtfHeadings } from '../../../engine/codecs/libreoffice/rtf-headings.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { wordDocument } from '../../support/word-document.ts';

const RELATIONSHIPS = '<Relationships><Relationship Id="s" Type="x/styles" Target="styles.xml"/></Relationships>';
const level = (outline: number): string => `<w:outlineLvl w:val="${outline}"/>`;
const style = (id: string, name: string, about = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${about}</w:style>`;
const STYLES = [
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  style('H1', 'heading 1'),
  style('Big', 'Größe', `<w:pPr>${level(1)}</w:pPr>`),
].join('');
const paragraph = (properties: string): string => `<w:p><w:pPr>${properties}</w:pPr></w:p>`;

function styled(body: string): Uint8Array {
  const document = wordDocument(body, {
    'word/_rels/document.xml.rels': RELATIONSHIPS,
    'word/styles.xml': `<w:styles>${STYLES}</w:styles>`,
  });
  return withOutlineStyles(document, DEFAULT_LIMITS);
}

/** The styles of the paragraphs. */
function stylesOf(body: string): readonly (string | undefined)[] {
  const source = openOfficePackage(styled(body), DEFAULT_LIMITS).readXml('word/document.xml')!;
  return Array.from(
    source.matchAll(/<w:p>(?:(?!<\/w:p>).)*/g),
    ([each]) => /<w:pStyle w:val="([^"]*)"/.exec(each)?.[1],
  );
}

describe('headings of a Word document that becomes RTF', () => {
  it('have a style for a level of their own', () => {
    const big = '<w:pStyle w:val="Big"/>';
    const body = [level(0), big + level(4), level(0), big + level(1), '<w:pStyle w:val="H1"/>', level(9)];
    expect(stylesOf(body.map(paragraph).join(''))).toEqual([
      ...['Normal-outline-1', 'Big-outline-5', 'Normal-outline-1', 'Big', 'H1', undefined],
    ]);
  });

  it('have none for a level that they had before a change', () => {
    const before = `<w:pPrChange w:id="1"><w:pPr>${level(0)}</w:pPr></w:pPrChange>`;
    expect(stylesOf(paragraph(before))).toEqual([undefined]);
  });

  it('have their levels, and their own styles again', () => {
    const sheet =
      "{\\stylesheet{\\s0\\snext0\\f4 Normal;}\n{\\s1\\sbasedon0\\snext1\\b heading 1;}\n{\\s2\\sbasedon0\\snext2\\i Gr\\u246\\'f6\\u223\\'dfe;}\n{\\s3\\sbasedon0\\snext3 Athanor outline level 1;}\n}";
    const body = ['\\s1\\b a', '\\s2\\i b', '\\s3\\ql c', '\\s0\\f4 d\\\\s3'].map(
      (each) => `\\pard\\plain ${each}\\par`,
    );
    const bytes = Buffer.from(`${sheet}${body.join('\n')}`, 'latin1') as Uint8Array<ArrayBuffer>;
    const written = Buffer.from(withRtfHeadings(bytes, styled(paragraph(level(0))), DEFAULT_LIMITS)).toString('latin1');
    expect(written).not.toContain('Athanor');
    expect(written.slice(written.indexOf('\\pard')).split('\n')).toEqual([
      '\\pard\\plain \\s1\\b a\\par',
      '\\pard\\plain \\s2\\outlinelevel1\\i b\\par',
      '\\pard\\plain \\s0\\f4\\outlinelevel0\\ql c\\par',
      '\\pard\\plain \\s0\\f4 d\\\\s3\\par',
    ]);
  });
});
