import { describe, expect, it } from 'vitest';
import { withOldLayouts } from '../../../engine/codecs/libreoffice/slide-layouts.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { utf8Bytes } from '../../../engine/io/bytes.ts';
import { writeZip } from '../../../engine/io/zip.ts';

const LAYOUT = 'ppt/slideLayouts/slideLayout1.xml';
const place = (type = ''): string => `<p:sp><p:nvSpPr><p:nvPr><p:ph ${type}/></p:nvPr></p:nvSpPr></p:sp>`;
const presentation = (attributes: string, ...types: string[]): Uint8Array =>
  writeZip([
    { name: '[Content_Types].xml', bytes: utf8Bytes('<Types/>') },
    {
      name: LAYOUT,
      bytes: utf8Bytes(`<p:sldLayout xmlns:p="p"${attributes}>${types.map(place).join('')}</p:sldLayout>`),
    },
  ]);
const rootOf = (bytes: Uint8Array): string =>
  /<p:sldLayout[^>]*>/.exec(openOfficePackage(bytes, DEFAULT_LIMITS).readXml(LAYOUT)!)![0];

const TITLE = 'type="title"';
const REPEATED = ['type="dt" sz="half" idx="10"', 'type="ftr" idx="11"', 'type="sldNum" idx="12"'];

describe('layouts of slides for an old presentation', () => {
  it.each([
    ['of a section header', ' type="secHead" preserve="1"', [TITLE, 'type="body" idx="1"'], ' preserve="1" type="obj"'],
    ['of a caption', ' type="objTx"', [TITLE, 'idx="1"', 'type="body" sz="half" idx="2"'], ' type="twoObj"'],
    ["of one's own", ' userDrawn="1"', ['type="ctrTitle"'], ' userDrawn="1" type="titleOnly"'],
  ])('are named by the places of one %s', (_, attributes, places, named) => {
    const changed = withOldLayouts(presentation(attributes, ...places, ...REPEATED), DEFAULT_LIMITS);
    expect(rootOf(changed)).toBe(`<p:sldLayout xmlns:p="p"${named}>`);
  });

  it.each([
    ['that such files know', ' type="twoObj"', [TITLE, 'idx="1"', 'idx="2"']],
    ['without a title', ' type="cust"', ['type="pic" idx="1"']],
  ])('are left alone in one %s', (_, attributes, places) => {
    const source = presentation(attributes, ...places);
    expect(withOldLayouts(source, DEFAULT_LIMITS)).toBe(source);
  });
});
