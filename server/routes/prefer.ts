import type { RouteContext } from '../middleware/state.ts';

/** Whether the caller asks for an asynchronous answer: `Prefer: respond-async` (RFC 7240 §4.1). */
export function prefersAsync(context: RouteContext): boolean {
  return context
    .get('Prefer')
    .split(',')
    .some((preference) => preference.split(';', 1)[0]!.trim().toLowerCase() === 'respond-async');
}
