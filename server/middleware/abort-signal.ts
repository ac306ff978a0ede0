import type { RequestContext } from './state.ts';

/** Returns a signal that is aborted when the client closes the connection before it has been answered. */
export function signalOf({ res }: Pick<RequestContext, 'res'>): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed) controller.abort();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
