import type { PlannedHop } from '../../engine/index.ts';
import type { RouteStep } from '../stores/store.ts';

/** The codecs and formats of a plan, as callers see them. */
export function routeOf(hops: readonly PlannedHop[]): RouteStep[] {
  return hops.map(({ codec, from, to }) => ({ codec, from, to }));
}
