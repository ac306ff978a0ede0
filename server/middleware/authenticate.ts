import { ServiceError } from '../errors.ts';
import type { Keys } from '../services/keys.ts';
import { periodOf, quotaHeaders, requireQuota } from '../services/quotas.ts';
import type { RateLimits } from '../services/rate-limits.ts';
import type { Sessions } from '../services/sessions.ts';
import type { Trials } from '../services/trials.ts';
import type { KeyScope, Store } from '../stores/store.ts';
import { type Caller, callerOf, type RequestContext, type RequestMiddleware } from './state.ts';

/** Counts the request, and refuses it when its address has sent too many. */
export function limitAddress({ perAddress }: RateLimits): RequestMiddleware {
  return async (context, next) => {
    context.set({ ...(await perAddress.count(context.state.address)) });
    await next();
  };
}

/** Counts the attempt to sign in or up, and refuses it when its address has made too many. */
export function limitSignIns({ signIns }: RateLimits): RequestMiddleware {
  return async (context, next) => {
    context.set({ ...(await signIns.count(context.state.address)) });
    await next();
  };
}

/** Refuses requests that do not come from a page of this service. */
export function onlyFromPages(publicUrl: () => string): RequestMiddleware {
  return async (context, next) => {
    requireSameOrigin(context, publicUrl());
    await next();
  };
}

export interface Authentication {
  /** By API key only: for programs. */
  readonly byKey: RequestMiddleware;
  /** The same, and as a bearer token too: that is how clients of the Model Context Protocol send it. */
  readonly byBearer: RequestMiddleware;
  /** By session only: for what no key may do. */
  readonly bySession: RequestMiddleware;
  /** By session for requests of pages, by API key for all others. */
  readonly byEither: RequestMiddleware;
  /** Like `bySession` and `byEither`, and for visitors of the website who have not signed in, if trials are on. */
  readonly bySessionOrTrial: RequestMiddleware;
  readonly byEitherOrTrial: RequestMiddleware;
}

export interface AuthenticationDependencies {
  readonly keys: Keys;
  readonly sessions: Sessions;
  /** Absent where nobody may convert without an account. */
  readonly trials?: Trials;
  readonly store: Pick<Store, 'accounts'>;
  readonly rates: RateLimits;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** Identifies the caller before the body is read, and refuses callers that send too many requests. */
export function createAuthentication(dependencies: AuthenticationDependencies): Authentication {
  const { keys, sessions, trials, store, rates, publicUrl, now } = dependencies;

  async function identifyByKey(context: RequestContext, key = context.get('X-API-Key')): Promise<void> {
    try {
      context.state.caller = await keys.authenticate(key);
    } catch (error) {
      const isGuess = error instanceof ServiceError && error.code === 'invalid_api_key';
      if (isGuess) await rates.wrongKeys.count(context.state.address);
      throw error;
    }
  }

  interface SessionUse {
    readonly takesKeys: boolean;
    readonly takesTrials?: boolean;
  }

  async function identifyBySession(context: RequestContext, { takesKeys, takesTrials }: SessionUse): Promise<void> {
    const session = await sessions.find(context.headers);
    const account = session && (await store.accounts.find(session.accountId, periodOf(now())));
    const isTrial = !account && takesTrials === true && trials !== undefined;
    if (!account && !isTrial) throw notSignedIn(takesKeys);
    if (!isSafe(context.method)) requireSameOrigin(context, publicUrl());
    context.state.caller = isTrial
      ? { ...(await trials.open(context.state.address)), keyId: undefined, isTrial }
      : { accountId: session!.accountId, keyId: undefined, ...account! };
  }

  const byPageOrKey =
    (takesTrials: boolean) =>
    (context: RequestContext): Promise<void> =>
      isFromPage(context) ? identifyBySession(context, { takesKeys: true, takesTrials }) : identifyByKey(context);

  const by = (identify: (context: RequestContext) => Promise<void>): RequestMiddleware => {
    return async (context, next) => {
      await identify(context);
      const { keyId, accountId } = callerOf(context);
      context.set({ ...(await rates.perKey.count(keyId ?? accountId)) });
      await next();
    };
  };

  return {
    byKey: by((context) => identifyByKey(context)),
    byBearer: by((context) => identifyByKey(context, context.get('X-API-Key') || bearerOf(context))),
    bySession: by((context) => identifyBySession(context, { takesKeys: false })),
    byEither: by(byPageOrKey(false)),
    bySessionOrTrial: by((context) => identifyBySession(context, { takesKeys: false, takesTrials: true })),
    byEitherOrTrial: by(byPageOrKey(true)),
  };
}

/** Refuses keys that are not for this use. */
export function requireScope(...scopes: readonly [KeyScope, ...KeyScope[]]): RequestMiddleware {
  return async (context, next) => {
    const { scopes: own } = callerOf(context);
    if (own && !scopes.some((scope) => own.includes(scope))) throw notInScope(scopes[0], own);
    await next();
  };
}

function notInScope(needed: KeyScope, own: readonly KeyScope[]): ServiceError {
  const message = `This call needs a key with the scope "${needed}"; this one has "${own.join('", "')}". Use another key.`;
  return new ServiceError({ code: 'key_not_allowed', message, field: 'X-API-Key', details: { needed } });
}

/**
 * Refuses early when the quota is used up; the reservation after the upload decides. A request with an idempotency key
 * is let through, because its answer may be stored already.
 */
export function peekQuota(now: () => number): RequestMiddleware {
  return async (context, next) => {
    const { usage } = callerOf(context);
    const time = now();
    context.set(quotaHeaders(usage, time));
    if (context.get('Idempotency-Key') === '') requireQuota(usage, time);
    await next();
  };
}

/** RFC 6750 §2.1. */
function bearerOf(context: RequestContext): string {
  return /^Bearer +(\S+) *$/i.exec(context.get('Authorization'))?.[1] ?? '';
}

/** Browsers always send one of these headers. Programs do not, and are told that they need a key. */
function isFromPage(context: RequestContext): boolean {
  const hasKey = context.get('X-API-Key') !== '';
  return !hasKey && ['Cookie', 'Origin', 'Sec-Fetch-Site'].some((name) => context.get(name) !== '');
}

/** Methods that change nothing. */
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Browsers send the session with every request, whichever site caused it. Only our own pages may change something. */
function requireSameOrigin(context: RequestContext, publicUrl: string): void {
  // Set by the browser, so no page can forge it. It is also right behind forwarded ports.
  if (context.get('Sec-Fetch-Site') === 'same-origin') return;
  if (context.get('Origin') === new URL(publicUrl).origin) return;
  const message = 'The request does not come from a page of this service. Reload the page, or use an API key.';
  throw new ServiceError({ code: 'csrf', message });
}

/** A visitor without an account converts files of their own: no address is fetched or called for them. */
export function requireAccount(caller: Caller | undefined, field: string): void {
  if (!caller?.isTrial) return;
  const message = `Without an account, "${field}" cannot be used. Sign in first.`;
  throw new ServiceError({ code: 'not_signed_in', message, field });
}

function notSignedIn(takesKeys: boolean): ServiceError {
  const message = takesKeys
    ? 'No user is signed in. Sign in, or send an API key in the header X-API-Key.'
    : 'No user is signed in. Sign in on the website: this call takes no API key.';
  return new ServiceError({ code: 'not_signed_in', message });
}
