import type { IncomingHttpHeaders } from 'node:http';
import { LOCAL_ACCOUNT } from './local-account.ts';

/** Who is signed in on the website. */
export interface Session {
  readonly accountId: string;
  /** Absent for the one account of a service without accounts. */
  readonly email?: string;
}

export interface Sessions {
  /** Whether people have to sign in here at all. */
  readonly required: boolean;
  /** Undefined when nobody is signed in. */
  find(headers: IncomingHttpHeaders): Promise<Session | undefined>;
}

/** For a service that answers its own machine only: whoever sits there is signed in. */
export function localSessions(): Sessions {
  return { required: false, find: async () => ({ accountId: LOCAL_ACCOUNT }) };
}
