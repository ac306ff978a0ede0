import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { SEED } from './seed.ts';

/** Set by `npm run fuzz:properties`: the one case to repeat, or for how long each property goes on with other values. */
const { FUZZ_PATH: path, FUZZ_MS: fuzzMs } = process.env;
const ROOT = `${import.meta.dirname}/../..`;

/** Checks a property with the values that the seed determines; a failure says how to repeat it. */
export function assertProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  parameters?: fc.Parameters<Values>,
): Promise<void>;
export function assertProperty<Values>(property: fc.IProperty<Values>, parameters?: fc.Parameters<Values>): void;
export function assertProperty<Values>(
  property: fc.IRawProperty<Values>,
  parameters: fc.Parameters<Values> = {},
): Promise<void> | void {
  const check = (more: fc.Parameters<Values>): Promise<void> | void =>
    fc.assert(property as fc.IProperty<Values>, { ...parameters, ...more, reporter: report });
  const first = check({ seed: SEED, path });
  if (fuzzMs === undefined) return first;
  const goOn = (): Promise<void> | void =>
    check({ seed: SEED + 1, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: Number(fuzzMs) });
  return first instanceof Promise ? first.then(goOn) : goOn();
}

function report<Values>(details: fc.RunDetails<Values>): void {
  // A property whose first run takes longer than it may go on was ended before it could say anything.
  const isEndedUnheard = details.interrupted && details.counterexample === null;
  if (!details.failed || isEndedUnheard) return;
  const { currentTestName = '', testPath = '' } = expect.getState();
  const options = [`--seed ${details.seed}`, `-t ${JSON.stringify(currentTestName)}`];
  if (details.counterexamplePath !== null) options.push(`--path ${details.counterexamplePath}`);
  const command = `npm run fuzz:properties -- ${relative(ROOT, testPath)} ${options.join(' ')}`;
  throw new Error(`${fc.defaultReportMessage(details)}\n\nTo repeat it: ${command}`, { cause: details.errorInstance });
}
