import { Bounds } from './bounds.ts';
import { openTypeOf, type BareFont } from './bare-font.ts';
import { CffFile } from './cff-reader.ts';
import { OpenFont, type Pen } from './harfbuzz.ts';
import { writeSfnt, type Sfnt } from './sfnt.ts';

/** A Compact Font Format file of its own as an OpenType font: its outlines stay as they are. */
export function readBareCff(file: Uint8Array): Sfnt {
  const cff = new CffFile(file);
  const glyphs = cff.glyphCount;
  const font: BareFont = {
    cff: file,
    unitsPerEm: cff.unitsPerEm,
    postScriptName: cff.name,
    familyName: cff.string('familyName') ?? cff.name,
    fullName: cff.string('fullName') ?? cff.name,
    weight: cff.string('weight') ?? '',
    italicAngle: cff.number('italicAngle', 0),
    isFixedPitch: cff.number('isFixedPitch', 0) !== 0,
    glyphNames: Array.from({ length: glyphs }, () => ''),
    widths: Array.from({ length: glyphs }, (_, glyph) => cff.widthOf(glyph)),
    leftBearings: [],
    bounds: new Bounds(),
  };
  // HarfBuzz tells names and boxes once there is a font around the outlines.
  const opened = new OpenFont(writeSfnt(openTypeOf(font)));
  const boxes = font.widths.map((_, glyph) => boxOf(opened, glyph));
  const bounds = new Bounds();
  for (const box of boxes) bounds.addBox(box);
  return openTypeOf({
    ...font,
    glyphNames: font.widths.map((_, glyph) => opened.font.glyphName(glyph)),
    bounds,
    leftBearings: boxes.map((box) => (box.isEmpty ? 0 : Math.floor(box.xMin))),
  });
}

/** The box of a glyph's points, which is around the glyph too. */
export function boxOf(opened: OpenFont, glyph: number): Bounds {
  const box = new Bounds();
  const add = (...points: number[]): void => {
    for (let at = 0; at < points.length; at += 2) box.add(points[at]!, points[at + 1]!);
  };
  const pen: Pen = { moveTo: add, lineTo: add, quadTo: add, cubicTo: add };
  opened.draw(glyph, pen);
  return box;
}
