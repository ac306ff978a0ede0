import { formatName, locale, named, t } from '../i18n/index.ts';
import { formatBytes } from '../i18n/quantities.ts';
import { said } from '../i18n/said.ts';
import { CloseIcon, UpIcon } from '../shell/icons.tsx';
import { OptionsForm } from './options-form.tsx';
import { withoutSecrets } from './option-fields.ts';
import { PlanSummary } from './plan-summary.tsx';
import { SavePreset } from './save-preset.tsx';
import { SourceChoice } from './source-choice.tsx';
import { TargetPicker } from './target-picker.tsx';
import type { Task } from './task.ts';
import { WorkProgress } from './work-progress.tsx';
import { convertTask, moveUp, removeTask } from './tasks.ts';

interface TaskCardProps {
  readonly task: Task;
  /** Show the targets at once: there is no common choice for all files. */
  readonly isOpen: boolean;
  /** Whether there is a file above it. */
  readonly canMoveUp: boolean;
  /** Whether it is the only file. Several are the rows of one table. */
  readonly isAlone: boolean;
}

/** One file: its format, its target, and the progress of its conversion. */
export function TaskCard({ task, isOpen, canMoveUp, isAlone }: TaskCardProps) {
  const { file, phase, source, target } = task;
  const isWaiting = task.isOpen.value;
  return (
    <article class={`${isAlone ? 'card ' : ''}task task-${phase.value.name}`} aria-labelledby={`${task.id}-name`}>
      <header class="task-header">
        <span class="format-badge" aria-hidden="true">
          {source.value?.id.toUpperCase() ?? '?'}
        </span>
        <div class="task-title">
          <h2 id={`${task.id}-name`}>
            <bdi>{file.name}</bdi>
          </h2>
          <p>
            {formatBytes(locale.value, file.size)} · <DetectionText task={task} />
          </p>
        </div>
        {canMoveUp && (
          <button
            type="button"
            class="button icon-only"
            aria-label={t('task.moveUp', { name: file.name })}
            onClick={() => moveUp(task)}
          >
            <UpIcon />
          </button>
        )}
        <button
          type="button"
          class="button icon-only"
          aria-label={t('task.remove', { name: file.name })}
          onClick={() => removeTask(task)}
        >
          <CloseIcon />
        </button>
      </header>
      {isWaiting && <SourceChoice task={task} />}
      {isWaiting && source.value && (
        <details class="task-choices" open={isOpen}>
          <summary>
            {target.value ? t('task.to', { format: formatName(target.value) }) : t('task.chooseTarget')}
          </summary>
          <TargetPicker
            id={task.id}
            source={source.value}
            targets={source.value.targets}
            chosen={target.value?.id}
            onChoose={(id) => task.choose(id)}
          />
        </details>
      )}
      {isWaiting && target.value && (
        <>
          <PlanSummary target={target.value} plan={task.plan.value} />
          <OptionsForm id={task.id} options={task.options} />
          <SavePreset
            id={task.id}
            isReady={task.isReady.value}
            settings={() => ({ targetFormat: target.value!.id, options: withoutSecrets(task.options.values()) })}
          />
        </>
      )}
      <WorkProgress
        work={task}
        isFolded={!isAlone}
        source={source.value && { file, format: source.value.id }}
        onRetry={() => convertTask(task)}
        onAcceptLoss={(allowLoss) => {
          task.acceptLoss(allowLoss);
          convertTask(task);
        }}
        onAcceptDifferences={() => {
          task.acceptDifferences();
          convertTask(task);
        }}
      />
    </article>
  );
}

function DetectionText({ task: { detection, source, phase } }: { readonly task: Task }) {
  if (!source.value) return <>{t(phase.value.name === 'detecting' ? 'detect.detecting' : 'detect.unknown')}</>;
  const found = detection.value;
  const { id } = source.value;
  const via = found && found.format.toLowerCase() === id ? found.via : 'caller';
  return (
    <>
      {t('detect.found', { format: formatName(source.value), via: named('detect.via', via) })}
      {found?.warnings.map(({ code, message, details }) => (
        <span key={code} class="warning" dir="auto">
          {' '}
          {said(`warning.${code}`, message, details)}
        </span>
      ))}
    </>
  );
}
