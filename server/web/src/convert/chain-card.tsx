import { groupTargets } from '../formats/targets.ts';
import { formatName, named, t } from '../i18n/index.ts';
import { CloseIcon } from '../shell/icons.tsx';
import { ProblemText } from '../shell/problem.tsx';
import { canChain, chain, MAX_STEPS } from './chain.ts';
import { type StepDraft, type Verb, VERBS } from './chain-step.ts';
import { OptionsForm } from './options-form.tsx';
import { Loss } from './loss.tsx';
import { SavePreset } from './save-preset.tsx';
import { WorkProgress } from './work-progress.tsx';

/** Several steps on all files, in one conversion. */
export function ChainCard({ count }: { readonly count: number }) {
  if (!canChain.value) return null;
  const steps = chain.steps.value;
  const objection = chain.objection.value;
  return (
    <details
      class="card several"
      open={chain.isShown.value}
      onToggle={({ currentTarget }) => (chain.isShown.value = currentTarget.open)}
    >
      <summary>{t('chain.title')}</summary>
      <p class="hint">{t('chain.lead')}</p>
      {chain.isOpen.value && (
        <>
          <ol class="steps">
            {steps.map((step, index) => (
              <StepRow key={step.id} step={step} number={index + 1} canRemove={steps.length > 1} />
            ))}
          </ol>
          {objection && <ProblemText problem={objection} />}
          <div class="task-actions">
            <button
              type="button"
              class="button primary"
              disabled={!chain.isReady.value}
              onClick={() => void chain.convert()}
            >
              {t('chain.begin', { count })}
            </button>
            {steps.length < MAX_STEPS && (
              <button type="button" class="button" onClick={() => chain.add()}>
                {t('chain.add')}
              </button>
            )}
            <SavePreset
              id={chain.id}
              isReady={chain.isReady.value}
              settings={() => ({ steps: chain.toSteps({ isSaved: true }) })}
            />
          </div>
          <p class="hint">{t('chain.quota', { count: steps.length })}</p>
        </>
      )}
      <WorkProgress work={chain} onRetry={() => void chain.convert()} />
    </details>
  );
}

interface StepRowProps {
  readonly step: StepDraft;
  readonly number: number;
  readonly canRemove: boolean;
}

function StepRow({ step, number, canRemove }: StepRowProps) {
  const planned = step.planned.value;
  return (
    <li class="step">
      <div class="step-fields">
        <select
          aria-label={t('chain.verb', { number })}
          value={step.verb.value}
          onChange={({ currentTarget }) => {
            step.verb.value = currentTarget.value as Verb;
            step.planned.value = undefined;
          }}
        >
          {VERBS.map((verb) => (
            <option key={verb} value={verb}>
              {t(`chain.do.${verb}`)}
            </option>
          ))}
        </select>
        {step.changesFormat.value && <StepTarget step={step} number={number} />}
        {canRemove && (
          <button
            type="button"
            class="button icon-only"
            aria-label={t('chain.remove', { number })}
            onClick={() => chain.remove(step)}
          >
            <CloseIcon />
          </button>
        )}
      </div>
      {planned && <Loss of={planned} />}
      <OptionsForm id={step.id} options={step.options} />
    </li>
  );
}

function StepTarget({ step, number }: Pick<StepRowProps, 'step' | 'number'>) {
  const choices = step.choices.value;
  // A preset may name a format before its choices are known.
  const isListed = choices.some(({ id }) => id === step.to.value);
  return (
    <select
      aria-label={t('chain.to', { number })}
      value={step.to.value}
      onChange={({ currentTarget }) => (step.to.value = currentTarget.value)}
    >
      {step.to.value === '' && <option value="">{t('chain.choose')}</option>}
      {!isListed && step.to.value !== '' && <option value={step.to.value}>{step.to.value.toUpperCase()}</option>}
      {groupTargets(choices, '').map(({ family, targets }) => (
        <optgroup key={family} label={named('family', family)}>
          {targets.map((target) => (
            <option key={target.id} value={target.id}>
              {target.id.toUpperCase()} – {formatName(target)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
