import { success } from '../envelope.ts';
import type { RouteContext } from '../middleware/state.ts';
import type { Sessions } from '../services/sessions.ts';

/** `GET /web/session`: who is signed in, for the website. */
export function showSession(sessions: Sessions) {
  return async (context: RouteContext): Promise<void> => {
    const session = await sessions.find(context.headers);
    const view = {
      signInRequired: sessions.required,
      signedIn: session !== undefined,
      ...(session?.email !== undefined && { email: session.email }),
    };
    context.body = success(view.signedIn ? 'A user is signed in.' : 'No user is signed in.', view);
  };
}
