import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ConvertOptions, Finished, RunningConversion } from '../../../client/index.ts';
import { type Problem, problemOf } from '../shell/problem.tsx';
import { countTrial } from '../shell/session.tsx';

export type Phase =
  | { readonly name: 'detecting' | 'choosing' | 'waiting' | 'cancelled' }
  | { readonly name: 'uploading' | 'converting'; readonly fraction: number | undefined }
  | { readonly name: 'done'; readonly result: Finished }
  | { readonly name: 'failed'; readonly problem: Problem };

/** Parameters of every call that starts a conversion. */
export type Control = Pick<ConvertOptions, 'signal' | 'onUpload'>;

/** Something that is to be converted, and the conversion that follows from it. */
export abstract class Work {
  abstract readonly id: string;
  readonly phase = signal<Phase>({ name: 'detecting' });
  /** Whether something can be chosen, for the first time or after a failure. */
  readonly isOpen = computed(() => ['choosing', 'failed', 'cancelled'].includes(this.phase.value.name));
  /** Whether the conversion can be started, for the first time or again. */
  abstract readonly isReady: ReadonlySignal<boolean>;
  readonly isAtWork = computed(() => ['waiting', 'uploading', 'converting'].includes(this.phase.value.name));

  protected aborted = new AbortController();

  /** Finds out what the files are, and what can become of them. Never throws. */
  abstract detect(): Promise<void>;

  /** Asks the service to start. */
  protected abstract start(control: Control): Promise<RunningConversion>;

  /** Opens the choice again after the work is done. */
  chooseAgain(): void {
    this.phase.value = { name: 'choosing' };
  }

  /** Cancels the work and forgets its result: the files, or their order, have changed. */
  reset(): void {
    this.cancel();
    this.phase.value = { name: 'choosing' };
  }

  /** Uploads, converts and waits for the end. Never throws. */
  async convert(): Promise<void> {
    const { signal } = this.aborted;
    const tell = (name: 'uploading' | 'converting', fraction: number | undefined): void => {
      if (!signal.aborted) this.phase.value = { name, fraction };
    };
    // A complete upload has become a conversion, which can be cancelled by its id only: so wait for the answer with the
    // id.
    const uploading = new AbortController();
    let isSent = false;
    signal.addEventListener('abort', () => isSent || uploading.abort(), { once: true });
    tell('uploading', 0);
    try {
      const running = await this.start({
        signal: uploading.signal,
        onUpload: (fraction) => {
          isSent = fraction === 1;
          tell('uploading', fraction);
        },
      });
      tell('converting', undefined);
      const result = await finishedUnlessAborted(running, signal, (fraction) => tell('converting', fraction));
      this.phase.value = { name: 'done', result };
    } catch (error) {
      if (!signal.aborted) this.fail(problemOf(error));
    } finally {
      countTrial();
    }
  }

  cancel(): void {
    this.aborted.abort();
    this.aborted = new AbortController();
    this.phase.value = { name: 'cancelled' };
  }

  /** Cancels whatever is running. */
  leave(): void {
    this.aborted.abort();
  }

  protected fail(problem: Problem): void {
    this.phase.value = { name: 'failed', problem };
  }
}

/** Watches a conversion to its end. An abort also cancels it at the service, unless it has already ended. */
async function finishedUnlessAborted(
  running: RunningConversion,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<Finished> {
  const cancel = (): void => void running.cancel().catch(() => {});
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await running.finished({ signal, onProgress });
  } finally {
    // Cancelling a conversion that has ended would erase its result.
    signal.removeEventListener('abort', cancel);
  }
}
