/**
 * Makes a PDF that paints in all the ways that PDF knows: gradients, a mesh, tiling patterns, clips by paths and by
 * letters, soft masks, blending, a group, stencils, dashes, and glyphs that are drawn by operators (Type 3). Written by
 * hand, since no single program uses all of them. Run from the project's root: `node corpus/make/painted-page.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdfOfObjects, pdfStream } from '../../test/support/pdf-objects.ts';

const TARGET = join(import.meta.dirname, '../sources/pdf/gradients-patterns-masks-blends.pdf');

/** A cell of the sheet with its label; its content is painted in a square of 100 points. */
function cell(column: number, row: number, label: string, content: string): string {
  const [x, y] = [30 + column * 130, 440 - row * 140];
  return `q 1 0 0 1 ${x} ${y} cm 0 g BT /F1 9 Tf 0 -14 Td (${label}) Tj ET q ${content} Q Q`;
}

const STAR = '50 100 m 79 10 l 3 65 l 97 65 l 21 10 l h';
const SQUARE = '0 0 100 100 re';

const cells = [
  cell(0, 0, 'Along a line', `${SQUARE} W n /Axial sh`),
  cell(1, 0, 'Between circles', `0.9 g ${SQUARE} f /Radial sh`),
  cell(2, 0, 'Ends that are open', `0.9 0.95 1 rg ${SQUARE} f /Open sh`),
  cell(3, 0, 'Mesh of triangles', `${SQUARE} W n /Mesh sh`),
  cell(0, 1, 'Tiles with colours', `/Pattern cs /Tiles scn ${SQUARE} f`),
  cell(1, 1, 'Tiles that take one', `/Tinted cs 0 0.5 0.4 /Hatch scn ${STAR} f`),
  cell(2, 1, 'Clip in a clip', `${STAR} W* n 20 20 60 60 re W n /Axial sh`),
  cell(3, 1, 'Clip by letters', `BT /F1 90 Tf 7 Tr 4 18 Td (Ab) Tj ET /Axial sh`),
  cell(0, 2, 'Soft mask', `/Masked gs 0.8 0 0.2 rg ${SQUARE} f`),
  cell(1, 2, 'Blending', `1 1 0 rg 0 30 70 70 re f /Multiply gs 0 1 1 rg 30 0 70 70 re f`),
  cell(2, 2, 'Group, half opaque', `0 0 0.6 rg 0 45 100 10 re f /Half gs /Group Do`),
  cell(
    3,
    2,
    'Stencil, dashes',
    `0.2 0.4 0 rg q 60 0 0 60 20 35 cm /Stencil Do Q 4 w 1 J [0 8] 0 d 1 0 0 RG 5 8 m 95 22 l S`,
  ),
  cell(0, 3, 'Drawn glyphs', `0.6 0.2 0 rg BT /T3 40 Tf 5 30 Td (aba) Tj ET`),
  cell(1, 3, 'Lines of letters', `2 w 0 0.3 0.7 RG 1 0.9 0.5 rg BT /F2 60 Tf 2 Tr 8 30 Td (Rg) Tj ET`),
  cell(2, 3, 'Turned, spaced, raised', `BT /F1 16 Tf 0.87 0.5 -0.5 0.87 10 20 Tm 2 Tc (One) Tj 6 Ts (two) Tj ET`),
  cell(3, 3, 'Thin and none', `0 w 5 20 m 95 90 l S 1 0 0 rg 5 10 90 0 re f 0 0 1 rg 5 5 90 0.4 re f`),
];

const resources = [
  '/Font << /F1 6 0 R /F2 7 0 R /T3 8 0 R >>',
  '/Shading << /Axial 11 0 R /Radial 12 0 R /Open 13 0 R /Mesh 14 0 R >>',
  '/Pattern << /Tiles 15 0 R /Hatch 16 0 R >>',
  '/ColorSpace << /Tinted [/Pattern /DeviceRGB] >>',
  '/ExtGState << /Masked << /SMask << /S /Luminosity /G 17 0 R >> >> /Multiply << /BM /Multiply >> /Half << /ca 0.5 >> >>',
  '/XObject << /Group 18 0 R /Stencil 19 0 R >>',
].join(' ');

/** A triangle fan of four corners around a light middle: flag, coordinates and colour in bytes (shading type 4). */
function mesh(): string {
  const corners = [
    [0, 0, '255 0 0'],
    [255, 0, '0 160 0'],
    [128, 128, '255 255 200'],
    [255, 255, '0 0 255'],
    [0, 255, '200 0 200'],
  ] as const;
  const triangles = [
    [0, 1, 2],
    [1, 3, 2],
    [3, 4, 2],
    [4, 0, 2],
  ] as const;
  const bytes = triangles.flatMap((triangle) =>
    triangle.flatMap((corner) => {
      const [x, y, colour] = corners[corner]!;
      return [0, x, y, ...colour.split(' ').map(Number)];
    }),
  );
  return String.fromCharCode(...bytes);
}

const BLUE_TO_YELLOW = '<< /FunctionType 2 /Domain [0 1] /C0 [0.05 0.2 0.7] /C1 [1 0.85 0.1] /N 1 >>';
const RGB = '/ColorSpace /DeviceRGB';

const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 550 560] /Resources << ${resources} >> /Contents 4 0 R >>`,
  pdfStream('', cells.join('\n')),
  '<< /Title (Painted in all ways) /Author (Athanor) >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 800] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [700 700] /Encoding << /Type /Encoding /Differences [97 /box /disc] >> /CharProcs << /box 9 0 R /disc 10 0 R >> /Resources << >> >>',
  pdfStream('', '700 0 0 0 600 600 d1 0 0 600 600 re 150 150 300 300 re f*'),
  pdfStream('', '700 0 0 0 600 600 d1 60 w 300 30 m 480 30 570 180 570 300 c 570 480 480 570 300 570 c s'),
  `<< /ShadingType 2 ${RGB} /Coords [0 0 100 100] /Function ${BLUE_TO_YELLOW} /Extend [true true] >>`,
  `<< /ShadingType 3 ${RGB} /Coords [35 60 10 50 50 48] /Function ${BLUE_TO_YELLOW} /Extend [true false] >>`,
  `<< /ShadingType 2 ${RGB} /Coords [20 0 80 0] /Function ${BLUE_TO_YELLOW} /Extend [false false] /BBox [0 10 100 90] >>`,
  pdfStream(
    `/ShadingType 4 ${RGB} /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 100 0 100 0 1 0 1 0 1]`,
    mesh(),
  ),
  pdfStream(
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Matrix [0.9 0.2 -0.2 0.9 0 0] /Resources << >>',
    '1 0.9 0.8 rg 0 0 20 20 re f 0.8 0.1 0.1 rg 2 2 8 8 re f 0 0.3 0.8 rg 12 12 m 19 12 l 12 19 l f',
  ),
  pdfStream(
    '/Type /Pattern /PatternType 1 /PaintType 2 /TilingType 1 /BBox [-2 -2 10 10] /XStep 8 /YStep 8 /Resources << >>',
    '1.5 w -2 -2 m 10 10 l S',
  ),
  pdfStream(
    `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency /CS /DeviceGray >> /Resources << /Shading << /S << /ShadingType 3 /ColorSpace /DeviceGray /Coords [50 50 0 50 50 50] /Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> /Extend [true true] >> >> >>`,
    '/S sh',
  ),
  pdfStream(
    '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency /I true >> /Resources << >>',
    '1 0.2 0.2 rg 0 0 65 65 re f 0.2 0.8 0.2 rg 35 35 65 65 re f',
  ),
  pdfStream(
    '/Type /XObject /Subtype /Image /ImageMask true /Width 8 /Height 8 /BitsPerComponent 1 /Decode [0 1]',
    String.fromCharCode(0x81, 0x42, 0x24, 0x99, 0x99, 0x24, 0x42, 0x81),
  ),
];

writeFileSync(TARGET, pdfOfObjects(objects, { info: 5 }));
