import { expect, it } from 'vitest';
import { pngChunk, pngChunks, PNG_SIGNATURE } from '../../../../../engine/content/raster/png/chunks.ts';
import { withXmp } from '../../../../../engine/content/raster/png/xmp.ts';
import { concatBytes } from '../../../../../engine/io/bytes.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const HIDDEN = pngChunk('zTXt', latin1('Raw profile type xmp\0\0compressed'));
const TITLE = pngChunk('tEXt', latin1('Title\0Raw profile type xmp'));
const PNG = concatBytes([
  ...[PNG_SIGNATURE, pngChunk('IHDR', new Uint8Array(13)), HIDDEN, TITLE],
  ...[pngChunk('IDAT', latin1('pixels')), pngChunk('IEND', new Uint8Array())],
]);

it('puts XMP where programs look for it, once', () => {
  const chunks = [...pngChunks(withXmp(PNG, latin1('<x:xmpmeta/>')))];
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'tEXt', 'iTXt', 'IDAT', 'IEND']);
  expect(Buffer.from(chunks[2]!.content).toString('latin1')).toBe('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>');
});

it('leaves a PNG alone that has none', () => {
  expect(withXmp(PNG, undefined)).toBe(PNG);
});
