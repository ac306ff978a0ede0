/** A file that a page may show beside another. */
export interface Viewable {
  readonly name: string;
  /** Format, lower case. */
  readonly format: string;
  readonly bytes: number;
  /** Where it can be read from: a link of the service, or of the page. */
  readonly url: string;
}

/** What the browser itself can show, or the page with a reader; `none` for the rest. */
export type ViewKind = 'image' | 'audio' | 'video' | 'pdf' | 'document' | 'workbook' | 'text' | 'none';

const FORMATS: Readonly<Record<Exclude<ViewKind, 'none'>, string>> = {
  image: 'png apng jpg webp gif avif svg bmp ico',
  audio: 'wav mp3 flac ogg oga opus m4a aac weba',
  video: 'mp4 webm mov mkv ogv',
  pdf: 'pdf',
  document: 'docx docm dotx dotm doc dot odt ott rtf pptx pptm ppsx potx odp otp',
  workbook: 'xlsx xlsm xltx xltm xlsb xls xlt ods ots',
  text:
    'txt md html csv tsv json ndjson yaml json5 toml ini properties xml srt vtt ass ssa sbv lrc ttml rst org latex typst ' +
    'asciidoc textile mediawiki docbook opml bibtex ris csljson code eml vcf ics gv fb2',
};

export function viewKindOf(format: string): ViewKind {
  const found = Object.entries(FORMATS).find(([, formats]) => formats.split(' ').includes(format));
  return (found?.[0] as ViewKind | undefined) ?? 'none';
}
