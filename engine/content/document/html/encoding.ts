/** How many bytes a browser looks at for a declared encoding (HTML standard, 13.2.3.2). */
const ENCODING_WITHIN_BYTES = 1024;

/** The encoding that the first bytes of an HTML or XHTML file declare, if they do. */
export function sniffHtmlEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, ENCODING_WITHIN_BYTES));
  const meta = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
  const label = meta ?? /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
  return label === undefined ? undefined : encodingOfDeclaration(label);
}

/** What can be read byte by byte is not UTF-16: a declaration of it means UTF-8 (HTML standard, 13.2.3.2). */
function encodingOfDeclaration(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    if (encoding === 'x-user-defined') return 'windows-1252';
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
