import type { Target } from '../formats/targets.ts';
import { listOf, locale, t } from '../i18n/index.ts';
import { formatDuration } from '../i18n/quantities.ts';
import { said } from '../i18n/said.ts';
import { Loss } from './loss.tsx';
import type { Plan } from './task.ts';

/** What sending, queueing and verifying take of even the shortest conversion. */
const LEAST_MS = 1000;

/** What the chosen conversion would lose, its predicted duration, and the formats on its way. */
export function PlanSummary({ target, plan }: { readonly target: Target; readonly plan: Plan | undefined }) {
  const loss = plan ?? target;
  const between = (plan?.route ?? []).slice(0, -1).map(({ to }) => to.toUpperCase());
  return (
    <div class="plan" role="status">
      <Loss of={loss} />
      {plan && (
        <p class="plan-way">
          {between.length > 0 && <span>{t('plan.between', { formats: listOf(between) })}</span>}
          <span>{t('plan.time', { time: formatDuration(locale.value, Math.max(LEAST_MS, plan.ms)) })}</span>
        </p>
      )}
      {plan?.consent && <p class="warning">{said('said.consent', plan.consent)}</p>}
    </div>
  );
}
