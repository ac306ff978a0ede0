import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError, type ServiceErrorInit } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ExportOutcome } from '../stores/store.ts';
import { AddressNotAllowed, type OutboundRequests } from './outbound-requests.ts';
import { isListedHost, isWebPort, parseWebAddress, type AddressRules } from './web-address.ts';

/** Sends results to the addresses that clients name: those of a presigned PUT. */
export interface Exports {
  /** Refuses an address that would never be sent to, before anything is converted. Throws `invalid_url` or `url_not_allowed`. */
  requireAllowed(address: string): Promise<void>;
  /** Sends a result. A failure is an outcome: the result can be downloaded all the same. Rejects only after an abort. */
  send(address: string, result: ExportedResult, signal: AbortSignal): Promise<ExportOutcome>;
}

export interface ExportedResult {
  readonly conversionId: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  /** A new stream of its bytes for each attempt. */
  open(): Promise<Readable>;
}

export interface ExportRules {
  /** Nothing is exported if false. */
  readonly enabled: boolean;
  readonly hosts: AddressRules['hosts'];
  /** Whether private networks, and http there, are allowed. */
  readonly toPrivateAddresses: boolean;
  readonly requests: OutboundRequests;
  readonly userAgent: string;
  readonly log: Log;
  readonly limits: { readonly exportTimeoutMs: number; readonly exportRetryMs: number };
}

const FIELD = 'exportUrl';

/** A receiver that answers one of these may take the result a moment later. */
const AGAIN: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

export function createExports(rules: ExportRules): Exports {
  const { enabled, hosts, toPrivateAddresses, requests, userAgent, log, limits } = rules;
  const protocols: AddressRules['protocols'] = toPrivateAddresses ? ['https:', 'http:'] : ['https:'];

  function requireNamed(address: string): URL {
    if (!enabled)
      throw refusal('url_not_allowed', 'This service does not export results. Download the result from its address.');
    const url = parseWebAddress(address, { protocols });
    if (!url) {
      const expected = toPrivateAddresses ? 'an http or https address' : 'an https address';
      throw refusal('invalid_url', `Expected ${expected} without a user name for exportUrl.`);
    }
    if (!isListedHost(url, hosts)) throw refusal('url_not_allowed', `This service exports nothing to ${url.host}.`);
    if (!isWebPort(url)) throw refusal('url_not_allowed', `Port ${url.port} is not one of web servers.`);
    return url;
  }

  async function requireAllowed(address: string): Promise<void> {
    const url = requireNamed(address);
    if (!(await requests.mayLead(url))) throw notPublic(url);
  }

  /** HTTP status of the answer. */
  async function put(url: URL, { sizeBytes, mimeType, open }: ExportedResult, signal: AbortSignal): Promise<number> {
    const headers = { 'User-Agent': userAgent, 'Content-Type': mimeType, 'Content-Length': String(sizeBytes) };
    const body = await open();
    let response: IncomingMessage;
    try {
      response = await requests.send(url, { method: 'PUT', headers, body, signal });
    } finally {
      body.destroy();
    }
    response.destroy(); // the body is not needed
    return response.statusCode!;
  }

  async function attempt(url: URL, result: ExportedResult, signal: AbortSignal): Promise<Attempt> {
    try {
      const status = await put(url, result, signal);
      if (status >= 200 && status < 300) return { outcome: { status: 'done' }, again: false };
      return { outcome: failed(`${url.host} answered ${status}.`), again: AGAIN.has(status) };
    } catch (error) {
      if (error instanceof AddressNotAllowed)
        return { outcome: failed(`${url.host} is not on the public internet.`), again: false };
      log.debug({ err: error, conversionId: result.conversionId }, 'a result could not be sent');
      return { outcome: failed(`${url.host} could not be reached, or closed the connection.`), again: true };
    }
  }

  async function send(address: string, result: ExportedResult, signal: AbortSignal): Promise<ExportOutcome> {
    let url;
    try {
      // The process that converts may have other settings than the one that has received the request.
      url = requireNamed(address);
    } catch (error) {
      return failed((error as ServiceError).message);
    }
    const timeout = AbortSignal.timeout(limits.exportTimeoutMs);
    const whole = AbortSignal.any([signal, timeout]);
    let { outcome, again } = await attempt(url, result, whole);
    if (again && !whole.aborted) {
      await wait(limits.exportRetryMs, undefined, { signal: whole }).catch(() => {});
      ({ outcome, again } = await attempt(url, result, whole));
    }
    signal.throwIfAborted();
    if (timeout.aborted && outcome.status === 'failed') outcome = failed(`${url.host} took too long to receive it.`);
    // Not the address: its query is the permission to write.
    log.info({ conversionId: result.conversionId, host: url.host, status: outcome.status }, 'exported');
    return outcome;
  }

  return { requireAllowed, send };
}

interface Attempt {
  readonly outcome: ExportOutcome;
  /** Whether another attempt may succeed. */
  readonly again: boolean;
}

function failed(what: string): ExportOutcome {
  return { status: 'failed', message: `The result was not exported: ${what} It can be downloaded.` };
}

function notPublic(url: URL): ServiceError {
  return refusal('url_not_allowed', `The exportUrl leads to ${url.hostname}, which is not on the public internet.`);
}

function refusal(code: ServiceErrorInit['code'], message: string): ServiceError {
  return new ServiceError({ code, message, field: FIELD });
}
