import { t } from '../i18n/index.ts';
import { merging } from './merging.ts';
import { OptionsForm } from './options-form.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { TargetPicker } from './target-picker.tsx';
import { WorkProgress } from './work-progress.tsx';

/** Merges all files into one, in the order of the list. */
export function MergeCard({ count }: { readonly count: number }) {
  const target = merging.target.value;
  if (merging.targets.value.length === 0) return null;
  return (
    <details class="card several">
      <summary>{t('merge.title', { count })}</summary>
      <p class="hint">{t('merge.order')}</p>
      {merging.isOpen.value && (
        <>
          <TargetPicker
            id={merging.id}
            targets={merging.targets.value}
            chosen={target?.id}
            onChoose={(id) => merging.choose(id)}
          />
          {target && (
            <>
              <PlanSummary target={target} plan={undefined} />
              <OptionsForm id={merging.id} options={merging.options} />
            </>
          )}
          <button
            type="button"
            class="button primary"
            disabled={!merging.isReady.value}
            onClick={() => void merging.convert()}
          >
            {target ? t('merge.begin', { count, format: target.id.toUpperCase() }) : t('all.chooseFirst')}
          </button>
        </>
      )}
      <WorkProgress work={merging} onRetry={() => void merging.convert()} />
    </details>
  );
}
