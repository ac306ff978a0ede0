/** Most bytes of a file name's stem in UTF-8: leaves room for a page number and the extension within the usual 255. */
const MAX_STEM_BYTES = 180;

// Control characters, lone surrogates, and the marks that change the direction of text, which make `exe.gpj` look like
// `jpg.exe`. Joiners stay, because some scripts need them.
const INVISIBLE = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;
const RESERVED = /[<>:"/\\|?*]/g;

/** Makes an upload's file name safe to show, to store and to send in a header. Returns `file` when nothing is left. */
export function safeFileName(original: string): string {
  const base = original.slice(Math.max(original.lastIndexOf('/'), original.lastIndexOf('\\')) + 1);
  const { stem, extension } = split(base.normalize('NFC').replace(INVISIBLE, '').replace(RESERVED, '_').trim());
  const cleanStem = truncate(stem.replace(/^[.\s]+|[.\s]+$/g, ''), MAX_STEM_BYTES) || 'file';
  const cleanExtension = extension.replace(/[^\p{L}\p{N}+-]/gu, '').slice(0, 16);
  return cleanExtension ? `${cleanStem}.${cleanExtension}` : cleanStem;
}

/** Replaces the extension: `Report 2026.pdf` and `docx` give `Report 2026.docx`. */
export function withExtension(fileName: string, extension: string): string {
  const { stem } = split(fileName);
  return `${stem.replace(/\.tar$/i, '') || 'file'}.${extension}`;
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  // A long suffix after a dot is part of a sentence, not an extension.
  if (dot <= 0 || name.length - dot > 17) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot + 1) };
}

function truncate(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, maxBytes))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}
