import { describe, expect, it } from 'vitest';
import { withOwnDefinitions } from '../../../engine/codecs/libreoffice/list-definitions.ts';
import { withSeparateFlatLists, withSeparateLists } from '../../../engine/codecs/libreoffice/separate-lists.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import { wordDocument } from '../../support/word-document.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const style = (name: string, level: string): string =>
  `<text:list-style style:name="${name}"><text:list-level-style-${level}/></text:list-style>`;
const list = (about: string, content = ''): string =>
  `<text:list${about}><text:list-item>${content}</text:list-item></text:list>`;
const STYLES = style('N', 'number text:level="1" style:num-format="1"') + style('B', 'bullet text:level="1"');
const contentOf = (lists: string): string =>
  `<office:document-content><office:automatic-styles>${STYLES}</office:automatic-styles><office:body>${lists}</office:body></office:document-content>`;

/** The styles of lists in their order, and how often they are defined. */
function separated(lists: string): readonly string[] {
  const document = writeZip([{ name: 'content.xml', bytes: bytesOf(contentOf(lists)) }]);
  const content = openOfficePackage(withSeparateLists(document, DEFAULT_LIMITS), DEFAULT_LIMITS).readXml(
    'content.xml',
  )!;
  expect(new TextDecoder().decode(withSeparateFlatLists(bytesOf(contentOf(lists))))).toBe(content);
  const used = Array.from(content.matchAll(/<text:list\b[^>]*text:style-name="([^"]*)"/g), ([, name]) => name!);
  for (const name of used) expect(content.split(`style:name="${name}"><text:list-level`)).toHaveLength(2);
  return used;
}

describe('lists of OpenDocument for LibreOffice', () => {
  it('have styles of their own if they are numbered', () => {
    const [numbered, bullets] = [list(' text:style-name="N"'), list(' text:style-name="B"')];
    expect(separated(numbered + bullets + numbered + bullets + numbered)).toEqual([
      'N',
      'B',
      'N_list_2',
      'B',
      'N_list_3',
    ]);
  });

  it('have the styles of the lists that they continue', () => {
    const first = list(' xml:id="a" text:style-name="N"');
    const second = list(' text:style-name="N"');
    const next = list(' text:style-name="N" text:continue-numbering="true"');
    const third = list(' text:continue-list="a" text:style-name="N"');
    expect(separated(first + second + next + third)).toEqual(['N', 'N_list_2', 'N_list_2', 'N']);
  });

  it('have the styles of the lists that they are in', () => {
    const nested = list(' text:style-name="N"', list(' text:style-name="N"') + list(''));
    expect(separated(nested)).toEqual(['N', 'N']);
  });
});

const RELATIONSHIPS = `<Relationships><Relationship Id="n" Type="x/numbering" Target="numbering.xml"/><Relationship Id="s" Type="x/styles" Target="styles.xml"/></Relationships>`;
const item = (id: string): string => `<w:p><w:pPr><w:numPr><w:numId w:val="${id}"/></w:numPr></w:pPr></w:p>`;
const begun = (id: string, first: number): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="${first}"/></w:lvlOverride></w:num>`;
const plain = (id: string): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="7"/></w:num>`;

/** The definitions of lists and where their first levels begin. */
function defined(lists: string, items: string, styles = ''): readonly string[] {
  const definition =
    '<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/></w:lvl></w:abstractNum>';
  const bytes = wordDocument(items, {
    'word/_rels/document.xml.rels': RELATIONSHIPS,
    'word/styles.xml': styles,
    'word/numbering.xml': `<w:numbering>${definition}${lists}</w:numbering>`,
  });
  const source = openOfficePackage(withOwnDefinitions(bytes, DEFAULT_LIMITS), DEFAULT_LIMITS).readXml(
    'word/numbering.xml',
  )!;
  const starts = new Map(
    Array.from(source.matchAll(/abstractNumId="(\d)".*?<w:start w:val="(\d)"/g), ([, id, start]) => [id, start]),
  );
  return Array.from(
    source.matchAll(/<w:num .*?<w:abstractNumId w:val="(\d)"\/>(.*?)<\/w:num>/g),
    ([, id, overrides]) => `${id} from ${starts.get(id)}${overrides === '' ? '' : ' or other'}`,
  );
}

describe('lists of Word for LibreOffice', () => {
  it('begin where their own definitions say', () => {
    const items = item('1') + item('1') + item('2');
    expect(defined(begun('1', 1) + begun('2', 4), items)).toEqual(['8 from 1', '9 from 4']);
  });

  it('keep the definition that they share if one goes on with another', () => {
    const shared = ['7 from 1', '7 from 1 or other'];
    expect(defined(plain('1') + begun('2', 1), item('1') + item('2'))).toEqual(['7 from 1', '8 from 1']);
    expect(defined(plain('1') + begun('2', 1), item('1') + item('2') + item('1'))).toEqual(shared);
    expect(defined(plain('1') + begun('2', 1), item('2') + item('1'))).toEqual(shared);
    expect(defined(plain('1') + begun('2', 1), item('1'), item('2'))).toEqual(shared);
  });
});
