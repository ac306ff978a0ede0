import { t } from '../i18n/index.ts';
import { joining } from './joining.ts';
import { OptionsForm } from './options-form.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { TargetPicker } from './target-picker.tsx';
import { WorkProgress } from './work-progress.tsx';

/** Makes one file of all, in the order of the list. */
export function JoinCard({ count }: { readonly count: number }) {
  const target = joining.target.value;
  if (joining.targets.value.length === 0) return null;
  return (
    <details class="card join">
      <summary>{t('join.title', { count })}</summary>
      <p class="join-order">{t('join.order')}</p>
      {joining.isOpen.value && (
        <>
          <TargetPicker
            id={joining.id}
            targets={joining.targets.value}
            chosen={target?.id}
            onChoose={(id) => joining.choose(id)}
          />
          {target && (
            <>
              <PlanSummary target={target} plan={undefined} />
              <OptionsForm work={joining} />
            </>
          )}
          <button
            type="button"
            class="button primary"
            disabled={!joining.isReady.value}
            onClick={() => void joining.convert()}
          >
            {target ? t('join.begin', { count, format: target.id.toUpperCase() }) : t('all.chooseFirst')}
          </button>
        </>
      )}
      <WorkProgress work={joining} onRetry={() => void joining.convert()} />
    </details>
  );
}
