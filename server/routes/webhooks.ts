import { success } from '../envelope.ts';
import { callerOf, type RouteContext } from '../middleware/state.ts';
import { webhookView } from '../services/conversion-view.ts';
import type { Webhooks } from '../services/webhooks.ts';

/** `GET /api/v1/webhooks`: webhook deliveries, newest first. */
export function listWebhooks(webhooks: Webhooks) {
  return async (context: RouteContext): Promise<void> => {
    const deliveries = await webhooks.list(callerOf(context).accountId);
    const count = deliveries.length === 1 ? '1 delivery' : `${deliveries.length} deliveries`;
    context.body = success(`${count}.`, deliveries.map(webhookView));
  };
}

/** `POST /api/v1/webhooks/{conversionId}/replay`: sends a delivery again at once. */
export function replayWebhook(webhooks: Webhooks) {
  return async (context: RouteContext): Promise<void> => {
    const delivery = await webhooks.replay(callerOf(context).accountId, context.params.conversionId!);
    context.body = success(`The delivery is ${delivery.state}.`, webhookView(delivery));
  };
}

/** `GET /api/v1/webhooks/secret`: the secret that verifies signatures. */
export function showWebhookSecret(webhooks: Webhooks) {
  return async (context: RouteContext): Promise<void> => {
    context.set('Cache-Control', 'no-store');
    const secret = webhooks.secretOf(callerOf(context).accountId);
    context.body = success('The secret of the account’s webhooks.', { secret });
  };
}
