import { parseArgs } from 'node:util';
import { createContext } from '../../engine/engine.ts';
import { sabotage, type Finding } from './harness.ts';
import { loadScenarios } from './scenarios.ts';

const HELP = `Damages results as bugs of codecs would, and counts what verification does not notice.

  npm run sabotage                          all families
  npm run sabotage -- document image           these families
  npm run sabotage -- document --source NAME    conversions of sources whose path holds NAME
  npm run sabotage -- document --only NAME      damages whose name holds NAME
  npm run sabotage -- --verbose             also says why each damage was refused
`;

/** A conversion and its damages may take this long together. */
const SCENARIO_MS = 10 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    source: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    verbose: { type: 'boolean', short: 'v' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await run();

/** 1 if a damage passed in silence or an undamaged result was refused. */
async function run(): Promise<number> {
  const scenarios = (await loadScenarios(positionals)).filter(({ source }) => source.includes(values.source));
  const engine = createContext({});
  const findings: Finding[] = [];
  const refusedControls: string[] = [];
  const unapplied: string[] = [];
  const skipped: string[] = [];
  const failed: string[] = [];
  try {
    for (const scenario of scenarios) {
      const damages = scenario.damages.filter(({ name }) => name.includes(values.only));
      if (damages.length === 0) continue;
      try {
        const outcome = await sabotage(engine, { ...scenario, damages }, AbortSignal.timeout(SCENARIO_MS));
        findings.push(...outcome.findings);
        refusedControls.push(...outcome.refusedControls);
        unapplied.push(...outcome.unapplied);
        skipped.push(...outcome.skipped);
        for (const finding of outcome.findings) print(finding);
      } catch (error) {
        failed.push(`${scenario.source} → ${scenario.to}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await engine.lanes[Symbol.asyncDispose]();
    await engine.scratch[Symbol.asyncDispose]();
  }
  printTable(
    'family',
    Map.groupBy(findings, ({ family }) => family),
  );
  printTable(
    'harm',
    Map.groupBy(findings, ({ harm }) => harm),
  );
  printTable('all', new Map([['all', findings]]));
  printList('Undamaged results that were refused', refusedControls);
  printList('Damages that did not apply', unapplied);
  printList('Damages whose tool is not installed', skipped);
  printList('Conversions that failed', failed);
  return findings.some(({ outcome }) => outcome === 'silent') || refusedControls.length > 0 ? 1 : 0;
}

function print({ outcome, pair, source, damage, harm, reason }: Finding): void {
  if (outcome === 'silent' || values.verbose)
    process.stdout.write(`${outcome.padEnd(8)} ${pair}  ${damage} (${harm})  ${source}  ${reason}\n`);
}

function printTable(title: string, groups: ReadonlyMap<string, readonly Finding[]>): void {
  process.stdout.write(`\n${title.padEnd(14)} damages  refused  told  silent  noticed\n`);
  for (const [name, found] of groups) {
    const count = (outcome: Finding['outcome']): number => found.filter((one) => one.outcome === outcome).length;
    const [refused, told, silent] = [count('refused'), count('told'), count('silent')];
    const share = found.length === 0 ? '' : `${Math.round((100 * (refused + told)) / found.length)} %`;
    const cells = [found.length, refused, told, silent].map((value, index) =>
      String(value).padStart([7, 9, 6, 8][index]!),
    );
    process.stdout.write(`${name.padEnd(14)} ${cells.join('')}  ${share}\n`);
  }
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0)
    process.stdout.write(`\n${title}: ${lines.length}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
