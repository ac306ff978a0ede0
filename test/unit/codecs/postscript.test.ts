import { describe, expect, it } from 'vitest';
import { encodePostScript } from '../../../engine/codecs/magick/postscript.ts';
import { readPostScriptImage } from '../../../engine/content/raster/postscript/read.ts';

/** An image whose samples hardly pack: its text is as long as they are many. */
function noise(width: number, height: number): Uint8Array {
  let state = width * 31 + height;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
  return Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : next()));
}

describe('PostScript pages of one image', () => {
  it('are read again, wherever their last line ends', () => {
    for (let width = 1; width <= 90; width++) {
      const image = { width, height: 1, data: noise(width, 1) };
      const page = encodePostScript(image, 'eps');
      expect(Buffer.from(page).toString('latin1')).toContain('~>');
      expect(readPostScriptImage(page, 'eps', 1e6)).toEqual(image);
    }
  });
});
