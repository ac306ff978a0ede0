/**
 * Makes images with several bar codes as cameras and scanners see them: turned, blurred, on a grey ground, with noise.
 * Usage: node corpus/make/barcodes.ts corpus/sources
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';

const [folder = 'corpus/sources'] = process.argv.slice(2);

interface Placed {
  readonly bcid: string;
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly degrees: number;
}

const LABEL: readonly Placed[] = [
  { bcid: 'qrcode', text: 'https://example.org/lamps?id=17', left: 20, top: 20, degrees: 12 },
  { bcid: 'datamatrix', text: 'LAMP-0017', left: 260, top: 40, degrees: -20 },
  { bcid: 'azteccode', text: 'Gleis 4, Wagen 21', left: 420, top: 30, degrees: 45 },
  { bcid: 'pdf417', text: 'Keeper: J. Hansen', left: 20, top: 260, degrees: 3 },
  { bcid: 'code128', text: 'SN-4711-b', left: 320, top: 260, degrees: -4 },
  { bcid: 'ean13', text: '4006381333931', left: 40, top: 400, degrees: 180 },
  { bcid: 'code39', text: 'DEPOT 9', left: 300, top: 430, degrees: 2 },
];

async function draw({ bcid, text, degrees, left, top }: Placed): Promise<{ input: Buffer; left: number; top: number }> {
  const isLinear = /^(?:code|ean)/.test(bcid);
  const code = await toBuffer({
    bcid,
    text,
    scale: 2,
    ...(isLinear && { height: 12 }),
    padding: 8,
    backgroundcolor: 'ffffff',
  });
  return { input: await sharp(code).rotate(degrees, { background: '#b8b4aa' }).toBuffer(), left, top };
}

const ground = sharp({ create: { width: 640, height: 560, channels: 3, background: '#b8b4aa' } });
const label = await ground
  .composite(await Promise.all(LABEL.map(draw)))
  .png()
  .toBuffer();
const soft = sharp(label).blur(0.7).greyscale();
writeFileSync(
  join(folder, 'png', 'several-codes-turned-soft.png'),
  await soft.clone().png({ palette: true, colours: 16 }).toBuffer(),
);
writeFileSync(
  join(folder, 'jpg', 'several-codes-turned-compressed.jpg'),
  await soft.clone().jpeg({ quality: 45 }).toBuffer(),
);
