import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { SHEETJS_ONLY } from '../../content/workbook/open.ts';
import type { FactsOf } from '../../content/document/facts-of.ts';

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
    load: async () => (await import('../../content/document/docx/inspect.ts')).inspectDocx,
  },
  {
    formats: ['pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm'],
    load: async () => (await import('../../content/document/pptx/inspect.ts')).inspectPptx,
  },
  {
    formats: ['odt', 'ott', 'fodt', 'odp', 'otp', 'fodp', 'odg', 'otg', 'fodg'],
    load: async () => (await import('../../content/document/opendocument/inspect.ts')).inspectOpenDocument,
  },
  {
    formats: ['xlsx', 'xlsm', 'xltx', 'xltm'],
    load: async () => (await import('../../content/workbook/xlsx/inspect.ts')).inspectXlsx,
  },
  {
    formats: ['ods', 'ots', 'fods'],
    load: async () => (await import('../../content/workbook/ods/inspect.ts')).inspectOds,
  },
  { formats: ['doc', 'dot'], load: async () => (await import('../../content/document/doc/inspect.ts')).inspectDoc },
  { formats: ['ppt', 'pps'], load: async () => (await import('../../content/document/ppt/inspect.ts')).inspectPpt },
  { formats: ['wps'], load: async () => (await import('../../content/document/works/read.ts')).inspectWorks },
  {
    formats: ['hwp', 'hwpx'],
    load: async () => (await import('../../content/document/hangul/inspect.ts')).inspectHangul,
  },
  {
    formats: ['pages', 'key'],
    load: async () => (await import('../../content/document/iwork/inspect.ts')).inspectIWork,
  },
  { formats: ['rtf'], load: async () => (await import('../../content/document/rtf/inspect.ts')).inspectRtf },
  { formats: ['epub'], load: async () => (await import('../../content/document/book/inspect-epub.ts')).inspectEpub },
  {
    formats: ['htmlz', 'txtz'],
    load: async () => (await import('../../content/document/book/inspect-zipped.ts')).inspectZippedBook,
  },
  { formats: ['fb2'], load: async () => (await import('../../content/document/book/inspect-fb2.ts')).inspectFb2 },
  { formats: ['xls', 'xlt'], load: async () => (await import('../../content/workbook/xls/inspect.ts')).inspectXls },
  { formats: ['xlsb'], load: async () => (await import('../../content/workbook/xlsb/inspect.ts')).inspectXlsb },
  {
    formats: SHEETJS_ONLY,
    load: async () => (await import('../../content/workbook/inspect-other.ts')).inspectOtherSheets,
  },
];
