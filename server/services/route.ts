import type { PlannedStep } from '../../engine/index.ts';
import type { RouteStep } from '../stores/store.ts';

/** The codecs and formats of a plan, as returned to callers. */
export function routeOf(steps: readonly PlannedStep[]): RouteStep[] {
  return steps.map(({ codec, from, to }) => ({ codec, from, to }));
}
