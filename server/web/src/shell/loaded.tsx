import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect } from 'preact/hooks';
import { t } from '../i18n/index.ts';
import { type Problem, problemOf, ProblemText } from './problem.tsx';

export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly problem: Problem | undefined;
  /** Requests it again; the shown value stays until the answer arrives. */
  readonly reload: () => void;
  /** Sets the value that a changing call has returned. */
  readonly replace: (value: Value) => void;
}

/** Requests something from the service when the component appears, and periodically if an interval is given. */
export function useLoaded<Value>(load: () => Promise<Value>, everyMs?: number): Loaded<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const reload = useCallback(() => {
    load().then(
      (loaded) => {
        value.value = loaded;
        problem.value = undefined;
      },
      (error: unknown) => {
        problem.value = problemOf(error);
      },
    );
  }, []);
  useEffect(() => {
    reload();
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => document.hidden || reload(), everyMs);
    return () => clearInterval(timer);
  }, []);
  return {
    value: value.value,
    problem: problem.value,
    reload,
    replace: (changed) => {
      value.value = changed;
    },
  };
}

interface ShowLoadedProps<Value> {
  readonly loaded: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

export function ShowLoaded<Value>({ loaded: { value, problem }, children }: ShowLoadedProps<Value>) {
  return (
    <>
      {problem && <ProblemText problem={problem} />}
      {value === undefined ? !problem && <p class="loading">{t('shell.loading')}</p> : children(value)}
    </>
  );
}
