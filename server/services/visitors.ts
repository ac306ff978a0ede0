import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod';
import type { SessionView } from '../openapi/key-schemas.ts';
import type { Store, Tier } from '../stores/store.ts';
import { periodOf } from './quotas.ts';
import type { Sessions } from './sessions.ts';
import type { Trials } from './trials.ts';

/** Who looks at the website, and what they may send. */
export interface Visitors {
  describe(headers: IncomingHttpHeaders, address: string): Promise<z.infer<typeof SessionView>>;
}

export interface VisitorsDependencies {
  readonly sessions: Sessions;
  /** Absent where nobody may convert without an account. */
  readonly trials?: Trials;
  /** Plans of accounts; none where there is only the local account. */
  readonly tiers: readonly Tier[];
  readonly store: Pick<Store, 'accounts'>;
  readonly limits: { readonly fileBytes: number };
  readonly now: () => number;
}

export function createVisitors({ sessions, trials, tiers, store, limits, now }: VisitorsDependencies): Visitors {
  const { fileBytes: requestBytes } = limits;
  const plans = tiers.map(({ name, monthlyConversions, maxFileBytes = requestBytes, maxConcurrent }) => ({
    ...{ name, monthlyConversions, maxFileBytes, maxConcurrent },
  }));

  async function trialOf(address: string): Promise<{ limit: number; remaining: number } | undefined> {
    const { used, limit } = (await trials?.find(address))?.usage ?? {};
    return used === undefined ? undefined : { limit: limit!, remaining: Math.max(0, limit! - used) };
  }

  return {
    async describe(headers, address) {
      const session = await sessions.find(headers);
      const account = session && (await store.accounts.find(session.accountId, periodOf(now())));
      const trial = session ? undefined : await trialOf(address);
      return {
        signInRequired: sessions.required,
        signedIn: session !== undefined,
        ...(session?.email !== undefined && { email: session.email }),
        ...{ requestBytes, maxFileBytes: account?.tier.maxFileBytes ?? requestBytes },
        ...(trial && { trial }),
        plans,
      };
    },
  };
}
