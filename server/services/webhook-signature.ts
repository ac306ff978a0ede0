import { createHmac } from 'node:crypto';

/** Secrets with which one account's webhooks are signed; they follow from the service's own and are never stored. */
export interface WebhookSecrets {
  /** What the account checks signatures with. */
  of(accountId: string): string;
  /** `t=<epoch seconds>,v1=<hex>`: HMAC-SHA-256 over `<t>.<body>`, once for each secret that is in use. */
  sign(accountId: string, body: string, now: number): string;
}

/** The first of the service's secrets is the current one; the others still sign too while they are being replaced. */
export function createWebhookSecrets(serviceSecrets: readonly string[]): WebhookSecrets {
  const secretsOf = (accountId: string): string[] =>
    serviceSecrets.map(
      (secret) => `whsec_${createHmac('sha256', secret).update(`webhooks\n${accountId}`).digest('base64url')}`,
    );
  return {
    of: (accountId) => secretsOf(accountId)[0]!,
    sign(accountId, body, now) {
      const time = Math.floor(now / 1000);
      const signatures = secretsOf(accountId).map((secret) =>
        createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
      );
      return [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
    },
  };
}
