import { success } from '../envelope.ts';
import { callerOf, type RouteContext } from '../middleware/state.ts';
import { historyView } from '../services/conversion-view.ts';
import type { History } from '../services/history.ts';
import { periodEnd, periodOf } from '../services/quotas.ts';

/** `GET /api/v1/conversions`: the account's conversions, newest first. */
export function listConversions(history: History) {
  return async (context: RouteContext): Promise<void> => {
    const { accountId } = callerOf(context);
    const { limit, before, search } = context.query;
    const entries = await history.list(accountId, { limit, before, search });
    const views = entries.map(({ record, downloadUrl }) => historyView(record, downloadUrl));
    context.body = success(`${views.length} ${views.length === 1 ? 'conversion' : 'conversions'}.`, views);
  };
}

/** `GET /api/v1/conversions/{id}`. */
export function showConversion(history: History) {
  return async (context: RouteContext): Promise<void> => {
    const { record, downloadUrl } = await history.find(callerOf(context).accountId, context.params.id!);
    context.body = success(`The conversion is ${record.status}.`, historyView(record, downloadUrl));
  };
}

/** `DELETE /api/v1/conversions/{id}`: cancels a running conversion, or erases the result of one that has ended. */
export function eraseConversion(history: History) {
  return async (context: RouteContext): Promise<void> => {
    const outcome = await history.erase(callerOf(context).accountId, context.params.id!);
    context.body = success(`The conversion was ${outcome}.`, { conversionId: context.params.id });
  };
}

/** `GET /api/v1/usage`: usage and quota of this month, by day with `by=day`. */
export function showUsage(history: History, now: () => number) {
  return async (context: RouteContext): Promise<void> => {
    const { accountId, tier, usage } = callerOf(context);
    const { used, limit } = usage;
    const time = now();
    const period = periodOf(time);
    const remaining = Math.max(0, limit - used);
    const resetsAt = new Date(periodEnd(time)).toISOString();
    const days = await history.days(accountId, period, { by: context.query.by });
    const data = { plan: tier.name, period, used, limit, remaining, resetsAt, ...(days && { days }) };
    context.body = success(`${used} of ${limit} conversions of this month are used.`, data);
  };
}
