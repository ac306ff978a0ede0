import type { FormatId } from '../../engine/index.ts';
import type { InputId } from '../inputs/index.ts';

/** A conversion whose looking and verifying is measured beside its converting. */
export interface VerifyCase {
  readonly family: string;
  /** A generated input, or a file below the checkout or beside it (real files are not on every machine). */
  readonly input: InputId | { readonly path: string } | { readonly avif: 'photo' | 'large' };
  readonly to: readonly FormatId[];
}

const file = (path: string): { readonly path: string } => ({ path: `../shared/corpora/${path}` });
const own = (path: string): { readonly path: string } => ({ path: `corpus/sources/${path}` });

export const VERIFY_CASES: readonly VerifyCase[] = [
  { family: 'pdf', input: 'pdf', to: ['docx', 'txt', 'png'] },
  { family: 'pdf', input: 'report', to: ['docx', 'txt', 'html', 'png', 'jpg'] },
  { family: 'pdf', input: file('pdf/pdf2docx/demo-whisper_2_3.pdf'), to: ['docx', 'txt', 'png'] },
  { family: 'image', input: 'smallPng', to: ['jpg', 'webp'] },
  { family: 'image', input: 'png', to: ['jpg', 'webp', 'avif', 'gif', 'tiff', 'pdf'] },
  { family: 'image', input: 'jpg', to: ['png', 'webp', 'pdf'] },
  { family: 'image', input: { avif: 'photo' }, to: ['jpg', 'png'] },
  { family: 'image', input: { avif: 'large' }, to: ['jpg'] },
  { family: 'audio', input: 'wav', to: ['mp3', 'flac', 'ogg', 'm4a', 'opus'] },
  { family: 'audio', input: 'mp3', to: ['wav', 'ogg', 'm4a'] },
  { family: 'video', input: 'mp4', to: ['mp3', 'gif', 'webm', 'mkv'] },
  { family: 'video', input: file('video/docling/sample_10s_video-mp4.mp4'), to: ['webm', 'avi'] },
  { family: 'ebook', input: file('ebook/pandoc/wasteland.epub'), to: ['pdf', 'docx', 'mobi', 'txt'] },
  { family: 'ebook', input: own('epub/report-table-note-picture.epub'), to: ['pdf', 'docx'] },
  { family: 'word', input: 'docx', to: ['pdf', 'html', 'odt', 'md'] },
  { family: 'word', input: file('word/docling/legacy_sample.doc'), to: ['docx', 'pdf'] },
  { family: 'slides', input: file('slides/python-pptx/shp-shapes.pptx'), to: ['pdf', 'odp'] },
  { family: 'sheet', input: own('xlsx/purchases-formulas-dates-two-sheets.xlsx'), to: ['pdf', 'ods', 'csv'] },
  { family: 'sheet', input: file('sheet/tika/testEXCEL_charts.xlsb'), to: ['xlsx'] },
  { family: 'sheet', input: 'csv', to: ['xlsx'] },
  { family: 'markup', input: file('markup/pandoc/writer.markdown'), to: ['html', 'docx', 'pdf'] },
  { family: 'data', input: 'csv', to: ['json', 'parquet', 'sqlite'] },
  { family: 'data', input: own('csv/prices-versions-dates.csv'), to: ['json', 'yaml'] },
  { family: 'data', input: own('json/nested-lists-long-numbers.json'), to: ['yaml', 'csv'] },
  { family: 'mail', input: own('eml/related-picture-attachments-encoded-words.eml'), to: ['pdf', 'html'] },
  { family: 'mail', input: file('mail/msgreader/test2.msg'), to: ['eml'] },
  { family: 'subtitle', input: own('srt/tags-positions-long-text.srt'), to: ['vtt', 'ass'] },
  { family: 'archive', input: file('archive/file-type/fixture2.zip'), to: ['tar', '7z'] },
  { family: 'font', input: file('font/pdf.js/LiberationSans-BoldItalic.ttf'), to: ['woff2', 'woff'] },
];
