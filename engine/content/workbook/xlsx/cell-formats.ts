import { scanXml } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import { builtInFormat, numberFormat, type NumberFormat } from '../number-format.ts';

/** The number formats of the cell styles, by their number (ECMA-376 18.8.10). */
export function readCellFormats(source: string | undefined, limits: Limits): readonly NumberFormat[] {
  if (source === undefined) return [];
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCellFormats = false;
  scanXml(
    source,
    {
      open(name, attributes) {
        if (name === 'numFmt') codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
        if (name === 'cellXfs') inCellFormats = true;
        if (!inCellFormats || name !== 'xf') return;
        const id = Number(attributes.get('numFmtId') ?? 0);
        const code = codes.get(id);
        formats.push(code === undefined ? builtInFormat(id) : numberFormat(code));
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false;
      },
      text() {},
    },
    limits.nesting,
  );
  return formats;
}
