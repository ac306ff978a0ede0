import { success } from '../envelope.ts';
import type { RouteContext } from '../middleware/state.ts';
import type { Visitors } from '../services/visitors.ts';

/** `GET /web/session`: who is signed in, and what they may send, for the website. */
export function showSession(visitors: Visitors) {
  return async (context: RouteContext): Promise<void> => {
    const view = await visitors.describe(context.headers, context.state.address);
    context.body = success(view.signedIn ? 'A user is signed in.' : 'No user is signed in.', view);
  };
}
