import { ServiceError } from '../errors.ts';
import type { OutboundRequests } from './outbound-requests.ts';

export interface WebhookPost {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface WebhookSender {
  /**
   * Refuses an address that would never be called, so that the client learns it with its request. A name that cannot be
   * resolved now is accepted: it may be later. Throws `malformed_request`.
   */
  requireAllowed(url: string): Promise<void>;
  /** Sends one POST and returns the status of the answer. Throws when there is no answer. */
  send(post: WebhookPost): Promise<number>;
}

export function webhookSender(requests: OutboundRequests): WebhookSender {
  async function requireAllowed(text: string): Promise<void> {
    const url = new URL(text);
    if (await requests.mayLead(url)) return;
    const message = `The callbackUrl leads to ${url.hostname}, which is not on the public internet. Use a public address.`;
    throw new ServiceError({ code: 'malformed_request', message, field: 'callbackUrl' });
  }

  async function send({ url, body, headers, timeoutMs }: WebhookPost): Promise<number> {
    const response = await requests.send(new URL(url), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    response.destroy(); // the body is not needed
    return response.statusCode!;
  }

  return { requireAllowed, send };
}
