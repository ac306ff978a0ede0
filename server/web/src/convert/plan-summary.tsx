import { keptBy, type Target } from '../formats/targets.ts';
import { locale, t } from '../i18n/index.ts';
import { formatDuration } from '../i18n/quantities.ts';
import { Route } from '../report/report.tsx';
import { lossText } from './target-picker.tsx';
import type { Plan } from './task.ts';

/** What the chosen conversion would lose, its predicted duration, and its route. */
export function PlanSummary({ target, plan }: { readonly target: Target; readonly plan: Plan | undefined }) {
  const loss = plan ?? target;
  return (
    <div class="plan" role="status">
      <p>
        <span class={`kept kept-${keptBy(loss)}`} aria-hidden="true" /> {lossText(loss)}
      </p>
      {plan && (
        <p class="plan-way">
          <Route route={plan.route} />
          <span>{t('plan.time', { time: formatDuration(locale.value, plan.ms) })}</span>
        </p>
      )}
      {plan?.consent && <p class="warning">{plan.consent}</p>}
    </div>
  );
}
