import type * as z from 'zod';
import { success } from '../envelope.ts';
import type { RouteContext } from '../middleware/state.ts';
import type { SessionView } from '../openapi/key-schemas.ts';
import { periodOf } from '../services/quotas.ts';
import type { Sessions } from '../services/sessions.ts';
import type { TrialAccount, Trials } from '../services/trials.ts';
import type { Store, Tier } from '../stores/store.ts';

export interface SessionDependencies {
  readonly sessions: Sessions;
  readonly trials?: Trials;
  /** Plans of accounts; none where there is only the local account. */
  readonly tiers: readonly Tier[];
  readonly store: Pick<Store, 'accounts'>;
  readonly limits: { readonly fileBytes: number };
  readonly now: () => number;
}

/** `GET /web/session`: who is signed in, and what they may send, for the website. */
export function showSession({ sessions, trials, tiers, store, limits, now }: SessionDependencies) {
  return async (context: RouteContext): Promise<void> => {
    const session = await sessions.find(context.headers);
    const account = session && (await store.accounts.find(session.accountId, periodOf(now())));
    const trial = session ? undefined : await trials?.find(context.state.address);
    const view: z.infer<typeof SessionView> = {
      signInRequired: sessions.required,
      signedIn: session !== undefined,
      ...(session?.email !== undefined && { email: session.email }),
      requestBytes: limits.fileBytes,
      maxFileBytes: account?.tier.maxFileBytes ?? limits.fileBytes,
      ...(trial && { trial: remainderOf(trial) }),
      plans: tiers.map(({ name, monthlyConversions, maxFileBytes = limits.fileBytes, maxConcurrent }) => ({
        ...{ name, monthlyConversions, maxFileBytes, maxConcurrent },
      })),
    };
    context.body = success(view.signedIn ? 'A user is signed in.' : 'No user is signed in.', view);
  };
}

function remainderOf({ usage: { used, limit } }: TrialAccount): { limit: number; remaining: number } {
  return { limit, remaining: Math.max(0, limit - used) };
}
