import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { SHEETJS_ONLY } from '../../content/workbook/open.ts';
import type { FactsOf } from './facts-of.ts';

type Read = (
  bytes: Uint8Array,
  request: InspectRequest,
  context: RunContext,
  format: FormatId,
) => FactsOf | Promise<FactsOf>;

interface Reader {
  readonly formats: readonly FormatId[];
  readonly load: () => Promise<Read>;
}

/** Which reader knows which formats; each is loaded when a file of its own comes. */
export const READERS: readonly Reader[] = [
  {
    formats: ['docx', 'docm', 'dotx', 'dotm'],
    load: async () => (await import('./word/docx.ts')).inspectDocx,
  },
  {
    formats: ['pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm'],
    load: async () => (await import('./slides/pptx.ts')).inspectPptx,
  },
  {
    formats: ['odt', 'ott', 'fodt', 'odp', 'otp', 'fodp', 'odg', 'otg', 'fodg'],
    load: async () => (await import('./opendocument/odf.ts')).inspectOpenDocument,
  },
  {
    formats: ['xlsx', 'xlsm', 'xltx', 'xltm'],
    load: async () => (await import('./sheet/xlsx.ts')).inspectXlsx,
  },
  {
    formats: ['ods', 'ots', 'fods'],
    load: async () => (await import('./sheet/ods.ts')).inspectOds,
  },
  { formats: ['doc', 'dot'], load: async () => (await import('./binary/doc.ts')).inspectDoc },
  { formats: ['ppt', 'pps'], load: async () => (await import('./binary/ppt.ts')).inspectPpt },
  { formats: ['wps'], load: async () => (await import('./binary/works.ts')).inspectWorks },
  { formats: ['pages', 'key'], load: async () => (await import('./iwork/iwork.ts')).inspectIWork },
  { formats: ['rtf'], load: async () => (await import('./rtf/rtf.ts')).inspectRtf },
  { formats: ['epub'], load: async () => (await import('./ebook/epub.ts')).inspectEpub },
  { formats: ['htmlz', 'txtz'], load: async () => (await import('./ebook/zipped.ts')).inspectZippedBook },
  { formats: ['fb2'], load: async () => (await import('./ebook/fb2.ts')).inspectFb2 },
  { formats: ['xls', 'xlt'], load: async () => (await import('./sheet/xls.ts')).inspectXls },
  { formats: ['xlsb'], load: async () => (await import('./sheet/xlsb.ts')).inspectXlsb },
  { formats: SHEETJS_ONLY, load: async () => (await import('./sheet/other-sheets.ts')).inspectOtherSheets },
];
