import { describe, expect, it } from 'vitest';
import { withoutComputedTexts } from '../../../engine/codecs/libreoffice/computed-texts.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { utf8Bytes } from '../../../engine/io/bytes.ts';
import { writeZip } from '../../../engine/io/zip.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const workbook = (cells: string): Uint8Array =>
  writeZip([
    { name: '[Content_Types].xml', bytes: utf8Bytes('<Types/>') },
    { name: SHEET, bytes: utf8Bytes(`<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`) },
  ]);

describe('a workbook that LibreOffice writes as an old one', () => {
  it('has no texts as results of formulas, and everything else as it was', () => {
    const others = '<c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>plain</v></c><c r="C1"><f>1+1</f><v>2</v></c>';
    const own = '<c r="D1" s="3" t="str"><f aca="false">IF(C1&gt;1,"many","few")</f><v>many</v></c>';
    const shared = '<c r="D2" t="str"><f t="shared" si="0"/><v xml:space="preserve"> few</v></c>';
    const changed = withoutComputedTexts(workbook(others + own + shared), DEFAULT_LIMITS);
    const cells = openOfficePackage(changed, DEFAULT_LIMITS).readXml(SHEET)!;
    expect(cells).toContain(
      `${others}<c r="D1" s="3"><f aca="false">IF(C1&gt;1,"many","few")</f></c><c r="D2"><f t="shared" si="0"/></c>`,
    );
  });

  it('is left alone where no formula gives a text', () => {
    const source = workbook('<c r="C1"><f>1+1</f><v>2</v></c>');
    expect(withoutComputedTexts(source, DEFAULT_LIMITS)).toBe(source);
  });
});
