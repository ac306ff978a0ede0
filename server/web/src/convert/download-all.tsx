import { useSignal } from '@preact/signals';
import type { Finished } from '../../../client/index.ts';
import { t } from '../i18n/index.ts';
import { DownloadIcon } from '../shell/icons.tsx';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import type { Task } from './task.ts';
import { finishedTasks } from './tasks.ts';

/** Downloads all results as one ZIP, which is packed in the browser from results that it already has. */
export function DownloadAll() {
  const isPacking = useSignal(false);
  const problem = useSignal<Problem | undefined>(undefined);
  const finished = finishedTasks.value;
  if (finished.length < 2) return null;
  const download = async (): Promise<void> => {
    isPacking.value = true;
    problem.value = undefined;
    try {
      const { packResults } = await import('./pack-results.ts');
      save(await packResults(finished.map(resultOf)), 'athanor.zip');
    } catch (error) {
      problem.value = problemOf(error);
    }
    isPacking.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={isPacking.value}
        aria-busy={isPacking.value}
        onClick={() => void download()}
      >
        <DownloadIcon /> {t(isPacking.value ? 'all.packing' : 'all.download', { count: finished.length })}
      </button>
      {problem.value && <ProblemText problem={problem.value} />}
    </>
  );
}

function resultOf({ phase }: Task): Finished {
  return (phase.value as { readonly result: Finished }).result;
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken over the blob once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
