import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';
import type { RouterContext } from '@koa/router';
import type { Log } from '../log.ts';
import { FailedImport, type Upload } from '../services/upload.ts';
import type { KeyHolder, KeyScope } from '../stores/store.ts';

/** The caller, identified by a key or by a session, with the remaining quota. */
export interface Caller extends Pick<KeyHolder, 'accountId' | 'usage' | 'tier'> {
  readonly keyId: string | undefined;
  /** Absent for a session, which may do everything. */
  readonly scopes?: readonly KeyScope[];
  /** Whether the key has a limit of its own. */
  readonly hasQuota?: boolean;
  /** Whether the caller is a visitor without an account, who may convert files of their own and nothing else. */
  readonly isTrial?: boolean;
}

/** Values that middleware sets for the routes. */
export interface RequestState {
  requestId: string;
  log: Log;
  /** The client's address; behind a trusted proxy, the one that the proxy names. */
  address: string;
  /** Set by authentication. */
  caller?: Caller;
  /** Set by `receiveUpload`. */
  form?: ReceivedForm<Upload | FailedImport>;
}

export interface ReceivedForm<File = Upload> {
  /** At least one, in the order of the request. */
  readonly uploads: readonly [File, ...File[]];
  /** Text parts by name. A part that was sent twice has two values. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /**
   * Transfers ownership of the files: they outlive the request, and are removed when the returned object is disposed.
   */
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

/** For routes behind `receiveUpload`. Throws where a file could not be imported. */
export function formOf(context: { readonly state: RequestState }): ReceivedForm {
  const form = separateFilesOf(context);
  for (const upload of form.uploads) if (upload instanceof FailedImport) throw upload.error;
  return form as ReceivedForm;
}

/** For routes that answer for each file by itself, a file that could not be imported among them. */
export function separateFilesOf({ state }: { readonly state: RequestState }): ReceivedForm<Upload | FailedImport> {
  if (!state.form) throw new Error('the route lacks receiveUpload');
  return state.form;
}
