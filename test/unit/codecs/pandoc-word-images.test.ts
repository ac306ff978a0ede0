import { describe, expect, it } from 'vitest';
import { withFirstImages } from '../../../engine/codecs/pandoc/word.ts';

describe('images of a Word document in several forms', () => {
  const forms = (first: string): string =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${first}</mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r>`;
  const image =
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic/></a:graphicData>';

  it('are read in the first one', () => {
    expect(withFirstImages(forms(image) + forms(image))).toBe(`<w:r>${image}</w:r>`.repeat(2));
  });

  it('stay as they are where the first one is no image, or holds several forms itself', () => {
    const others = forms('<wps:wsp/>') + forms(forms(image));
    expect(withFirstImages(others)).toBe(others);
  });
});
