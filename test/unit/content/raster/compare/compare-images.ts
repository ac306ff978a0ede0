import { expect } from 'vitest';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { compareRaster } from '../../../../../engine/content/raster/diff.ts';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import { collectFindings } from '../../../../../engine/verify/findings.ts';
import { factsOfImages, landscape, type Paint, type ImageFile } from '../../../../support/images.ts';

export const SIZE = { width: 320, height: 240 };

export function still(format: FormatId, paint: Paint, more: Partial<ImageFile> = {}): Facts {
  return factsOfImages({ format, ...SIZE, frames: [paint], ...more });
}

export function expectation(more: Partial<Expectation> = {}): Expectation {
  return {
    from: 'png',
    to: 'webp',
    kept: ['look'],
    lost: [],
    gone: [],
    operations: [],
    takes: 'one',
    gives: 'one',
    options: {},
    ...more,
  };
}

const KIND_OF_CHECK = { frames: 1, pages: 1, size: 1, delays: 1, loops: 1, depth: 1, metadata: 1, profile: 1 };

/** Kinds of the differences that were found, and names of the checks that failed without one. */
export function failures(source: Facts, outputs: readonly Facts[], promised: Expectation): string[] {
  const { checks, differences } = collectFindings(compareRaster(source, outputs, promised));
  expect(checks.length).toBeGreaterThan(0);
  const named = new Set<string>(differences.listed.map(({ kind }) => kind));
  const failed = checks.filter(({ ok, name }) => !ok && !(name in KIND_OF_CHECK)).map(({ name }) => name);
  return [...named, ...failed];
}

/** A landscape whose right part is transparent, and the same on a ground. */
export const hole: Paint = (x, y) =>
  [...landscape(x, y).slice(0, 3), x > 0.6 ? 0 : 255] as unknown as ReturnType<Paint>;
export const onGround =
  (ground: readonly [number, number, number]): Paint =>
  (x, y) =>
    x > 0.6 ? ground : landscape(x, y);
