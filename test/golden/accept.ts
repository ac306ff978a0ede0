import { parseArgs } from 'node:util';
import { caseId, loadCases } from '../../corpus/cases.ts';
import { CodecBench } from '../support/codec-bench.ts';
import { readGolden, writeGolden } from './golden-files.ts';
import { compareWithGolden, describeFinding, runCase } from './run-case.ts';

const HELP = `Compares the results of the golden cases with their golden files.

  npm run golden -- [words...]            shows the figures of the cases whose id holds every word
  npm run golden -- --accept [words...]   writes their results as the new golden files
  npm run golden -- --new --accept        writes only those that are missing

Look at every file that is accepted: a golden file that nobody looked at proves nothing.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'boolean' }, new: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await compareCases();

async function compareCases(): Promise<number> {
  await using bench = new CodecBench();
  const cases = (await loadCases()).filter((golden) => positionals.every((word) => caseId(golden).includes(word)));
  let failed = 0;
  for (const golden of cases) {
    const before = await readGolden(golden);
    if (values.new && before.length > 0) continue;
    process.stdout.write(`${caseId(golden)}\n`);
    try {
      const found = await runCase(golden, bench);
      const findings = before.length === 0 ? [] : await compareWithGolden(before, found, golden, bench);
      for (const finding of findings) process.stdout.write(`  ${describeFinding(finding)}\n`);
      if (before.length === 0 || findings.some(({ ok }) => !ok)) failed++;
      if (!values.accept) continue;
      const sizes = (files: readonly Uint8Array[]): string =>
        files.map(({ byteLength }) => byteLength).join(' + ') || 'none';
      const names = await writeGolden(golden, found);
      process.stdout.write(`  accepted ${names.join(', ')}: ${sizes(before)} → ${sizes(found)} bytes\n`);
    } catch (error) {
      failed++;
      process.stdout.write(
        `  FAILED ${String(error)}${error instanceof Error && error.cause ? `: ${String(error.cause)}` : ''}\n`,
      );
    }
  }
  process.stdout.write(`${cases.length} cases, ${failed} missing or different\n`);
  return values.accept || failed === 0 ? 0 : 1;
}
