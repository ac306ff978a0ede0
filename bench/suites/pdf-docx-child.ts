import { writeFile } from 'node:fs/promises';
import { createEngine } from '../../engine/index.ts';

/** Converts one PDF in a process of its own and writes how much memory that took, in kB. */
const [input, outDir, report] = process.argv.slice(2);
{
  await using engine = createEngine({ slots: 1 });
  await engine.convert(input!, { to: 'docx', outDir: outDir! });
}
await writeFile(report!, String(process.resourceUsage().maxRSS));
