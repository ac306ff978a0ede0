import { describe, expect, it } from 'vitest';
import { linkImages } from '../../../../engine/content/pages/reading/linked-images.ts';
import type { Link, PageImage } from '../../../../engine/content/pages/model.ts';
import { line } from '../../../support/page-models.ts';

const URL = 'https://example.org/';
const imageAt = (x0: number, y0: number, x1: number, y1: number): PageImage => ({
  ...{ x0, y0, x1, y1 },
  ...{ bytes: new Uint8Array(1), type: 'png', order: 1 },
});
const linkAt = (x0: number, y0: number, x1: number, y1: number, url = URL): Link => ({ x0, y0, x1, y1, url });
const LOGO = imageAt(72, 72, 172, 112);

describe('links on images', () => {
  it('belong to the image that they cover', () => {
    const other = imageAt(300, 72, 400, 112);
    const linked = linkImages([other, LOGO], [linkAt(71, 71, 173, 113)], []);
    expect(linked.map(({ url }) => url)).toEqual([undefined, URL]);
  });

  it('belong to the text that they cover, whatever is behind it', () => {
    expect(linkImages([LOGO], [linkAt(72, 72, 172, 112)], line(80, 95, 'Read on'))[0]!.url).toBeUndefined();
  });

  it('are not those of a part of a large image, nor of an area with a small one', () => {
    const background = imageAt(0, 0, 612, 792);
    expect(linkImages([background], [linkAt(72, 72, 172, 112)], [])[0]!.url).toBeUndefined();
    expect(linkImages([LOGO], [linkAt(0, 0, 612, 792)], [])[0]!.url).toBeUndefined();
  });

  it('are one for each image', () => {
    const below = imageAt(72, 120, 172, 160);
    const links = [linkAt(72, 72, 172, 112, 'https://a.example/'), linkAt(72, 120, 172, 160, 'https://b.example/')];
    expect(linkImages([below, LOGO], links, []).map(({ url }) => url)).toEqual([
      'https://b.example/',
      'https://a.example/',
    ]);
  });
});
