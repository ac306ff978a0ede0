/** The process behind `sharp.ts`: it takes one job after another and answers with what each cost. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { SharpAnswer, SharpJob } from './sharp.ts';

sharp.cache(false); // the same file comes again and again, and must be decoded each time

process.on('message', (job: SharpJob) => {
  void run(job).then(
    (sample) => process.send!({ sample } satisfies SharpAnswer),
    (error: unknown) => process.send!({ failure: String(error) } satisfies SharpAnswer),
  );
});
process.send!({ version: sharp.versions.sharp } satisfies SharpAnswer);

async function run({ input, output, format, settings, width, flatten }: SharpJob): Promise<SharpAnswer['sample']> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const source = sharp(input, { pages: -1 });
  const sized = width === undefined ? source : source.resize({ width });
  const opaque = flatten ? sized.flatten({ background: '#ffffff' }).toColourspace('srgb') : sized;
  const encoded = opaque.toFormat(format, settings);
  // Raw pixels are no format of files.
  await (format === 'raw' ? writeFile(output, await encoded.toBuffer()) : encoded.toFile(output));
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { userMs: user / 1000, systemMs: system / 1000, wallMs };
}
