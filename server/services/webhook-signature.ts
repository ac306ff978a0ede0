import { createHmac } from 'node:crypto';

/** Secrets that sign the webhooks of one account. They are derived from the service's own secrets and never stored. */
export interface WebhookSecrets {
  /** The secret with which the account verifies signatures. */
  of(accountId: string): string;
  /** `t=<epoch seconds>,v1=<hex>`: HMAC-SHA-256 over `<t>.<body>`, once for each secret in use. */
  sign(accountId: string, body: string, now: number): string;
}

/** The first of the service's secrets is the current one. The others also sign until they have been replaced. */
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
