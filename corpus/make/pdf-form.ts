/**
 * Makes a PDF with a form: fields that are filled in but have no appearance of their own, a ticked box, and a note in
 * the margin. Written by hand, since only the viewer draws what is in such fields.
 * Run from the project's root: `node corpus/make/pdf-form.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdfOfObjects, pdfStream } from '../../test/support/pdf-objects.ts';

const TARGET = join(import.meta.dirname, '../sources/pdf/form-filled-in-without-appearances.pdf');

const page = [
  'BT /F1 18 Tf 40 250 Td (Berth for a visiting boat) Tj ET',
  'BT /F1 11 Tf 40 205 Td (Name of the boat) Tj 0 -40 Td (Length in metres) Tj 0 -40 Td (Needs electricity) Tj ET',
].join('\n');
const tick = '0 0 0.6 RG 2 w 3 8 m 7 3 l 13 13 l S';
const box = '0 G 1 w 0.5 0.5 15 15 re S';
const field = '/Type /Annot /Subtype /Widget /F 4 /P 3 0 R';
const look = '/MK << /BC [0.4 0.4 0.4] /BG [0.93 0.96 1] >> /DA (/F1 11 Tf 0 g)';

const objects = [
  '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R] /NeedAppearances true /DA (/F1 11 Tf 0 g) /DR << /Font << /F1 4 0 R >> >> >> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 360 290] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R /Annots [6 0 R 7 0 R 8 0 R 11 0 R] >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  pdfStream('', page),
  `<< ${field} ${look} /FT /Tx /T (boat) /V (Morgenstern) /Rect [160 198 320 218] >>`,
  `<< ${field} ${look} /FT /Tx /T (length) /V (11.4) /Q 2 /Rect [160 158 220 178] >>`,
  `<< ${field} /FT /Btn /T (power) /V /Yes /AS /Yes /Rect [160 118 176 134] /AP << /N << /Yes 9 0 R /Off 10 0 R >> >> >>`,
  pdfStream('/Type /XObject /Subtype /Form /BBox [0 0 16 16]', `${box}\n${tick}`),
  pdfStream('/Type /XObject /Subtype /Form /BBox [0 0 16 16]', box),
  '<< /Type /Annot /Subtype /Square /F 4 /Rect [36 240 300 275] /C [0.84 0.16 0.16] /BS << /W 2 >> /AP << /N 12 0 R >> >>',
  pdfStream('/Type /XObject /Subtype /Form /BBox [0 0 264 35]', '0.84 0.16 0.16 RG 2 w 1 1 262 33 re S'),
];

writeFileSync(TARGET, pdfOfObjects(objects));
