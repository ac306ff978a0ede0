import { bytesOfBase64, viewOf } from '../../../io/bytes.ts';
import type { Image } from '../model.ts';
import type { Attributes } from './elements.ts';
import type { HtmlOptions } from './reader.ts';

const POINTS_PER_PIXEL = 0.75;

/** The beginning of the data of an image, as far as its size: 24 bytes of PNG, 10 of GIF. */
const HEAD = /^data:image\/(gif|png);base64,([A-Za-z0-9+/]{32})/i;

/** An image of one pixel counts readers and shows them nothing. */
export function isSinglePixel(attributes: Readonly<Record<string, string>>, source: string): boolean {
  if (attributes['width']?.trim() === '1' && attributes['height']?.trim() === '1') return true;
  const match = HEAD.exec(source.slice(0, 64));
  if (!match) return false;
  const head = viewOf(bytesOfBase64(match[2]!));
  return match[1]!.toLowerCase() === 'gif'
    ? head.getUint16(6, true) === 1 && head.getUint16(8, true) === 1
    : head.getUint32(16) === 1 && head.getUint32(20) === 1;
}

/** The image at an address, which may hold its bytes itself. */
export function imageOf(
  source: string,
  attributes: Attributes,
  { read, mayLack = false }: Pick<HtmlOptions, 'read' | 'mayLack'>,
): Image {
  const data = /^data:([^;,]*)([^,]*),/i.exec(source.slice(0, 256));
  const about = {
    kind: 'image' as const,
    alternative: attributes['alt'] ?? '',
    ...(attributes['title'] && { title: attributes['title'] }),
    ...lengthOf('width', attributes),
    ...lengthOf('height', attributes),
  };
  if (!data) {
    const isKnown = read !== undefined && (!mayLack || read(source) !== undefined);
    return { ...about, mimeType: '', source, ...(isKnown && { read: () => read(source) ?? nothingAt(source) }) };
  }
  const isBase64 = /;\s*base64/i.test(data[2]!);
  const body = source.slice(data[0].length);
  return {
    ...about,
    mimeType: data[1]!.toLowerCase(),
    read: () => (isBase64 ? bytesOfBase64(body) : new TextEncoder().encode(decodeURIComponent(body))),
  };
}

function nothingAt(source: string): never {
  throw new Error(`There is no image at ${source}.`);
}

function lengthOf(name: 'width' | 'height', attributes: Attributes): { width?: number; height?: number } {
  const pixels = /^\d+(?:\.\d+)?(?:px)?$/.test(attributes[name]?.trim() ?? '') ? parseFloat(attributes[name]!) : 0;
  return pixels > 0 ? { [name]: pixels * POINTS_PER_PIXEL } : {};
}
