import { describe, expect, it } from 'vitest';
import { withoutComputedTexts, withoutFlatComputedTexts } from '../../../engine/codecs/libreoffice/computed-texts.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { utf8Bytes, utf8Of } from '../../../engine/io/bytes.ts';
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

  describe('of OpenDocument', () => {
    const formula = `table:formula="of:=IF([.C1]&gt;1;&quot;many&quot;;&quot;few&quot;)"`;
    const text = 'office:value-type="string" office:string-value="many" calcext:value-type="string"';
    const shown =
      '<office:annotation><text:p>note</text:p></office:annotation><text:p>many</text:p></table:table-cell>';
    const others =
      '<table:table-cell office:value-type="string"><text:p>plain</text:p></table:table-cell>' +
      '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell>';
    const source = `${others}<table:table-cell table:style-name="ce1" ${formula} ${text}>${shown}<table:covered-table-cell ${text} ${formula}/>`;
    const expected = `${others}<table:table-cell table:style-name="ce1" ${formula}>${shown}<table:covered-table-cell ${formula}/>`;

    it('has none either', () => {
      const packed = writeZip([
        { name: 'mimetype', bytes: utf8Bytes('application/vnd.oasis.opendocument.spreadsheet') },
        { name: 'content.xml', bytes: utf8Bytes(`<office:body>${source}</office:body>`) },
      ]);
      const changed = withoutComputedTexts(packed, DEFAULT_LIMITS);
      expect(openOfficePackage(changed, DEFAULT_LIMITS).readXml('content.xml')).toContain(expected);
    });

    it('has none where it is one file', () => {
      const changed = withoutFlatComputedTexts(utf8Bytes(`<office:body>${source}</office:body>`));
      expect(utf8Of(changed)).toContain(expected);
    });
  });
});
