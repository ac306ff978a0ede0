import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';
import type { RouterContext } from '@koa/router';
import type { Log } from '../log.ts';
import type { Upload } from '../services/upload.ts';
import type { KeyHolder } from '../stores/store.ts';

/** Who calls, by a key or by the website's session, and what is left of the quota. */
export interface Caller extends Pick<KeyHolder, 'accountId' | 'usage' | 'tier'> {
  readonly keyId: string | undefined;
}

/** What the middleware hands to the routes. */
export interface RequestState {
  requestId: string;
  log: Log;
  /** The client's address: behind a trusted proxy, the one that the proxy names. */
  address: string;
  /** After authentication. */
  caller?: Caller;
  /** After `receiveUpload`. */
  form?: ReceivedForm;
}

export interface ReceivedForm {
  /** One at least, in the order of the request. */
  readonly uploads: readonly [Upload, ...Upload[]];
  /** Text parts by name; a part that was sent twice has two values. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Hands the files over: they outlive the request, and go when the returned object is disposed. */
  take(): AsyncDisposable;
}

export type RequestContext = ParameterizedContext<RequestState, DefaultContext, unknown>;
export type RequestMiddleware = Middleware<RequestState, DefaultContext, unknown>;
export type RouteContext = RouterContext<RequestState, DefaultContext, unknown>;

/** For routes behind authentication. */
export function callerOf({ state }: { readonly state: RequestState }): Caller {
  if (!state.caller) throw new Error('the route lacks authentication');
  return state.caller;
}

/** For routes behind `receiveUpload`. */
export function formOf({ state }: { readonly state: RequestState }): ReceivedForm {
  if (!state.form) throw new Error('the route lacks receiveUpload');
  return state.form;
}
