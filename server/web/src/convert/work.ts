import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ConvertOptions, Finished, RunningConversion } from '../../../client/index.ts';
import type { Target } from '../formats/targets.ts';
import { type Problem, problemOf } from '../shell/problem.tsx';
import { isValidEntry, type JsonSchema, type OptionEntries, optionFields, optionValues } from './option-fields.ts';

export type Phase =
  | { readonly name: 'looking' | 'choosing' | 'waiting' | 'cancelled' }
  | { readonly name: 'uploading' | 'converting'; readonly fraction: number | undefined }
  | { readonly name: 'done'; readonly result: Finished }
  | { readonly name: 'failed'; readonly problem: Problem };

/** What files can become, with the options that this takes. */
export type Choice = Target & { readonly options: JsonSchema };

/** What every call that begins a conversion takes of the form and of whoever waits. */
type Start = Pick<ConvertOptions, 'to' | 'options' | 'signal' | 'onUpload'>;

/** The work that files wait for: a choice of target and options, and the conversion that follows from it. */
export abstract class Work {
  abstract readonly id: string;
  abstract readonly targets: ReadonlySignal<readonly Choice[]>;
  readonly phase = signal<Phase>({ name: 'looking' });
  readonly targetId = signal<string | undefined>(undefined);
  readonly entries = signal<OptionEntries>({});

  readonly target = computed(() => this.targets.value.find(({ id }) => id === this.targetId.value));
  readonly fields = computed(() => optionFields(this.target.value?.options ?? {}));
  readonly isValid = computed(() =>
    this.fields.value.every((field) => isValidEntry(field, this.entries.value[field.id])),
  );
  /** Whether a target can be chosen now, for the first time or after it has not worked out. */
  readonly isOpen = computed(() => ['choosing', 'failed', 'cancelled'].includes(this.phase.value.name));
  /** Whether the conversion can begin now, for the first time or again. */
  readonly isReady = computed(() => this.isOpen.value && this.target.value && this.isValid.value);
  readonly isAtWork = computed(() => ['waiting', 'uploading', 'converting'].includes(this.phase.value.name));

  protected aborted = new AbortController();

  /** Finds out what the files are and can become; never throws. */
  abstract look(): Promise<void>;

  /** Asks the service to begin. */
  protected abstract start(start: Start): Promise<RunningConversion>;

  choose(targetId: string | undefined): void {
    batch(() => {
      this.targetId.value = targetId;
      if (this.phase.value.name === 'failed' || this.phase.value.name === 'cancelled')
        this.phase.value = { name: 'choosing' };
    });
  }

  /** Opens the choice again when the work is done. */
  chooseAgain(): void {
    this.phase.value = { name: 'choosing' };
  }

  setEntry(fieldId: string, entry: string | true | undefined): void {
    const { [fieldId]: _, ...others } = this.entries.value;
    this.entries.value = entry === undefined ? others : { ...others, [fieldId]: entry };
  }

  /** Uploads, converts and follows to the end; never throws. */
  async convert(): Promise<void> {
    const { signal } = this.aborted;
    const tell = (name: 'uploading' | 'converting', fraction: number | undefined): void => {
      if (!signal.aborted) this.phase.value = { name, fraction };
    };
    // What has arrived whole is a conversion, which only its id can end: the answer with it is waited for.
    const uploading = new AbortController();
    let isSent = false;
    signal.addEventListener('abort', () => isSent || uploading.abort(), { once: true });
    tell('uploading', 0);
    try {
      const running = await this.start({
        to: this.target.value!.id,
        options: optionValues(this.fields.value, this.entries.value),
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
    }
  }

  cancel(): void {
    this.aborted.abort();
    this.aborted = new AbortController();
    this.phase.value = { name: 'cancelled' };
  }

  /** Ends whatever goes on: nobody waits for it any more. */
  leave(): void {
    this.aborted.abort();
  }

  protected fail(problem: Problem): void {
    this.phase.value = { name: 'failed', problem };
  }
}

/** Follows a conversion to its end; an abort ends it at the service too, as long as it has not ended there. */
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
    // To cancel what has ended is to erase its result.
    signal.removeEventListener('abort', cancel);
  }
}
