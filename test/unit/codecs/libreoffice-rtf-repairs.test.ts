import { describe, expect, it } from 'vitest';
import { withImagesOfShapes, withReadableRtf } from '../../../engine/codecs/libreoffice/rtf-repairs.ts';
import { latin1Bytes } from '../../../engine/io/bytes.ts';

const repair = (rtf: string): string => Buffer.from(withReadableRtf(Buffer.from(rtf, 'latin1'))).toString('latin1');

describe('RTF for LibreOffice', () => {
  it('has the digits of images where binary data without a length are announced', () => {
    expect(repair(String.raw`{\pict\pngblip\picw1 \bin 8950}`)).toBe(String.raw`{\pict\pngblip\picw1 8950}`);
  });

  it('keeps binary data as they are', () => {
    const rtf = '{\\pict\\pngblip\\bin5 \\bin }';
    expect(repair(rtf)).toBe(rtf);
  });

  it('defines as many cells of a row as it has, as wide together as before', () => {
    expect(repair(String.raw`\trowd\cellx900\intbl a\cell b\cell c\cell\row`)).toBe(
      String.raw`\trowd\cellx300\cellx600\cellx900\intbl a\cell b\cell c\cell\row`,
    );
  });

  it('has images that are letters of their lines as such', () => {
    const sides = String.raw`\shpleft0\shptop-300\shpright600\shpbottom0`;
    const name = String.raw`{\sp{\sn wzDescription}{\sv Tiles}}`;
    const image = String.raw`{\sp{\sn pib}{\sv {\pict\pngblip\picw4\pich2\picwgoal9 8950}}}`;
    const shape = (kind: string): string =>
      String.raw`a{\field{\*\fldinst ${kind} }{\fldrslt{\shp{\*\shpinst${sides}${image}${name}}}}}b`;
    expect(repair(shape('SHAPE'))).toBe(
      String.raw`a{\pict{\*\picprop${name}}\picwgoal600\pichgoal300\pngblip\picw4\pich2 8950}b`,
    );
    expect(repair(shape('PAGE'))).toBe(shape('PAGE'));
  });

  it('leaves rows alone that are whole, or hold others', () => {
    for (const row of [
      String.raw`\trowd\cellx900\cellx1800\intbl a\cell b\cell\row`,
      String.raw`\trowd\cellx900\intbl\itap2 a\nestcell b\cell c\cell\row`,
      String.raw`\trowd\cellx900\cellx1800\intbl a\cell\row`,
    ]) {
      expect(repair(row)).toBe(row);
    }
  });
});

describe('an RTF file that LibreOffice has written', () => {
  const write = (rtf: string): string => Buffer.from(withImagesOfShapes(latin1Bytes(rtf))).toString('latin1');
  const property = (name: string, value: string): string => `{\\sp{\\sn ${name}}{\\sv ${value}}}`;
  const shape = (...properties: string[]): string => `{\\shp{\\*\\shpinst\\shpleft0${properties.join('')}}}`;
  const empty = property('pib', '{\\pict\\pngblip\\picw48\\pich32\n}');
  const fill = property('fillType', '3') + property('fillBlip', '{\\pict\\pngblip\n89504e47\n0d0a}');

  it('has images of drawing shapes as their pictures', () => {
    const image = property('pib', '{\\pict\\pngblip\\picw48\\pich32\n89504e47\n0d0a}');
    const [before, after] = [property('posrelh', '3'), property('fLine', '0')];
    const others = shape(property('pib', '{\\pict\\wmetafile8\n0100}'));
    expect(write(others + shape(empty, before, fill, after) + others)).toBe(
      others + shape(image, before, after) + others,
    );
  });

  it('has images that are letters of their lines as such', () => {
    const sides = '\\shptop-1361\\shpright2040\\shpbottom-2';
    const inline = `{\\field{\\*\\fldinst SHAPE }{\\fldrslt${shape(sides, empty, fill)}}}`;
    expect(write(`before ${inline} after`)).toBe(
      'before {\\pict\\picwgoal2040\\pichgoal1359\\pngblip\\picw48\\pich32\n89504e47\n0d0a} after',
    );
  });

  it('is left alone where pictures have their images, and where a shape has none', () => {
    const source = shape(empty, property('fLine', '0')) + shape(property('pib', '{\\pict\\pngblip\n8950}'), fill);
    expect(write(source)).toBe(source);
  });
});
