import { defineCodec, type Codec, type EdgeSpec } from '../../engine/contract/codec.ts';
import type { FeatureSet } from '../../engine/formats/features.ts';
import type { FormatId } from '../../engine/formats/index.ts';

/** A codec for tests of what reads declarations only: it cannot be loaded. */
export function codecOf(id: string, edges: readonly EdgeSpec[], more: Partial<Codec> = {}): Codec {
  return defineCodec({
    id,
    lane: 'light',
    packages: [],
    licence: 'MIT',
    inspects: [],
    edges,
    load: () => Promise.reject(new Error('This codec is a declaration only.')),
    ...more,
  });
}

/** An edge of 10 ms that recodes one file; everything can be overridden. */
export function edgeOf(
  from: FormatId | readonly FormatId[],
  to: FormatId | readonly FormatId[],
  keeps: FeatureSet,
  more: Partial<EdgeSpec> = {},
): EdgeSpec {
  const sources = typeof from === 'string' ? [from] : from;
  const targets = typeof to === 'string' ? [to] : to;
  return {
    name: `${sources.join('-')}-to-${targets.join('-')}`,
    from: sources,
    to: targets,
    keeps,
    operation: 'recode',
    takes: 'one',
    gives: 'one',
    cost: { ms: { base: 10, perMB: 0 }, memoryMB: { base: 10, perMB: 1 }, cpuSlots: 1 },
    ...more,
  };
}

/** The cost of an edge that takes `ms` milliseconds whatever the size. */
export function takingMs(ms: number): Pick<EdgeSpec, 'cost'> {
  return { cost: { ms: { base: ms, perMB: 0 }, memoryMB: { base: 10, perMB: 1 }, cpuSlots: 1 } };
}
