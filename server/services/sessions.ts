import type { IncomingHttpHeaders } from 'node:http';
import { LOCAL_ACCOUNT } from './local-account.ts';

/** The user who is signed in on the website. */
export interface Session {
  readonly accountId: string;
  /** Absent for the local account. */
  readonly email?: string;
}

export interface Sessions {
  /** Whether users have to sign in. */
  readonly required: boolean;
  /** Undefined when nobody is signed in. */
  find(headers: IncomingHttpHeaders): Promise<Session | undefined>;
}

/** For a service that is reachable from its own machine only: every user there is signed in. */
export function localSessions(): Sessions {
  return { required: false, find: async () => ({ accountId: LOCAL_ACCOUNT }) };
}
