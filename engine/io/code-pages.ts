/** Names of the Encoding Standard for code pages of Windows, DOS and the Macintosh; those from 1250 on are all alike. */
const LABELS: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  65001: 'utf-8',
};

export function labelOfCodePage(page: number): string | undefined {
  return LABELS[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined);
}

/** What decodes texts of an encoding; undefined where the Encoding Standard knows none of this name. */
export function decoderNamed(label: string): ((bytes: Uint8Array) => string) | undefined {
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
