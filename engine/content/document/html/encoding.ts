/** How many bytes a browser looks at for a declared encoding (HTML standard, 13.2.3.2). */
const ENCODING_WITHIN_BYTES = 1024;

/** The encoding that the first bytes of an HTML or XHTML file declare, if they do. */
export function sniffHtmlEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, ENCODING_WITHIN_BYTES));
  const meta = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
  return meta ?? /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
}
