import { latin1Of } from '../../../io/bytes.ts';
/** What the first bytes of an image say about its type; nothing for what books do not show. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = latin1Of(bytes.subarray(0, 512));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('BM')) return 'image/bmp';
  if (/^\s*(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/.test(head))
    return 'image/svg+xml';
  return undefined;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
};

export function imageExtension(type: string): string {
  return EXTENSIONS[type] ?? 'bin';
}
