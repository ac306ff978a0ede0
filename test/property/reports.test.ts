import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { assertProperty } from '../support/property.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');

/** Small conversions of several families. */
const CONVERSIONS: readonly (readonly [source: string, to: FormatId])[] = [
  ['png/palette-interlaced.png', 'jpg'],
  ['png/card-fading-to-transparent.png', 'gif'],
  ['gif/test-card-animated.gif', 'webp'],
  ['csv/semicolons-ragged-duplicate-headers.csv', 'json'],
  ['tar/pax-modes-links-unicode-empty-folder.tar', 'zip'],
  ['gz/with-name-and-time.txt.gz', 'xz'],
  ['ttf/hinted-kerned-latin.ttf', 'woff'],
  ['eml/related-picture-attachments-encoded-words.eml', 'html'],
];
/** Conversions of one order: all engines start their workers again in each run. */
const MAX_CONVERSIONS = 6;
const RUNS = 2;
const TIMEOUT_MS = 240_000;

/** Everything but times. */
async function reportOf(engine: Engine, index: number): Promise<unknown> {
  const [source, to] = CONVERSIONS[index]!;
  const { report, warnings } = await engine.convert(join(SOURCES, source), { to });
  return { report, warnings };
}

it(
  'a report depends on the file alone, never on what ran before',
  () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(fc.nat(CONVERSIONS.length - 1), { minLength: 2, maxLength: MAX_CONVERSIONS }),
        async (order) => {
          await using warm = createEngine({ slots: 1 });
          for (const index of order) {
            await using fresh = createEngine({ slots: 1 });
            expect(await reportOf(warm, index)).toEqual(await reportOf(fresh, index));
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    ),
  TIMEOUT_MS,
);
