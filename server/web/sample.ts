import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import { packWebsite } from '../services/website.ts';
import type { SampleReport } from './src/welcome/sample.ts';

/**
 * Makes the files that the first page offers to try the service with, a letter as PDF and as Word document, and the
 * report of that conversion, which the page shows.
 */
export async function makeSample(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const engine = createEngine();
  try {
    await engine.convert(join(import.meta.dirname, 'sample/letter.md'), { to: 'pdf', outDir });
    const source = join(outDir, 'letter.pdf');
    const { report, plan, warnings } = await engine.convert(source, { to: 'docx', outDir });
    const route = plan.steps.map(({ codec, from, to }) => ({ codec, from, to }));
    const sample: SampleReport = { report, route, warnings };
    await writeFile(join(outDir, 'report.json'), JSON.stringify(sample));
    await packWebsite(outDir);
  } finally {
    await engine.close();
  }
}
