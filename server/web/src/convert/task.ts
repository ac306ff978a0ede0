import { batch, computed, signal } from '@preact/signals';
import type { Finished, RunningConversion } from '../../../client/index.ts';
import { describeFormat, type SourceFormat } from '../formats/catalogue.ts';
import { t } from '../i18n/index.ts';
import { type Problem, problemOf } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import { isValidEntry, type OptionEntries, optionFields, optionValues } from './option-fields.ts';

export type Detection = Awaited<ReturnType<typeof service.detect>>;
export type Plan = Awaited<ReturnType<typeof service.plan>>;

export type Phase =
  | { readonly name: 'looking' | 'choosing' | 'waiting' | 'cancelled' }
  | { readonly name: 'uploading' | 'converting'; readonly fraction: number | undefined }
  | { readonly name: 'done'; readonly result: Finished }
  | { readonly name: 'failed'; readonly problem: Problem };

/** The most that the service takes. */
const MAX_BYTES = 52_428_800;

let count = 0;

/** One file on its way from being dropped to being downloaded. */
export class Task {
  readonly id = `file-${++count}`;
  readonly file: File;
  readonly phase = signal<Phase>({ name: 'looking' });
  readonly detection = signal<Detection | undefined>(undefined);
  readonly source = signal<SourceFormat | undefined>(undefined);
  readonly targetId = signal<string | undefined>(undefined);
  readonly entries = signal<OptionEntries>({});
  readonly plan = signal<Plan | undefined>(undefined);

  readonly target = computed(() => this.source.value?.targets.find(({ id }) => id === this.targetId.value));
  readonly fields = computed(() => optionFields(this.target.value?.options ?? {}));
  readonly isValid = computed(() =>
    this.fields.value.every((field) => isValidEntry(field, this.entries.value[field.id])),
  );
  /** Whether the file can be converted now, for the first time or again. */
  readonly isReady = computed(
    () =>
      ['choosing', 'failed', 'cancelled'].includes(this.phase.value.name) && this.target.value && this.isValid.value,
  );
  readonly isAtWork = computed(() => ['waiting', 'uploading', 'converting'].includes(this.phase.value.name));

  /** Losses that were accepted after the service had asked. */
  #allowLoss: readonly string[] | 'any' | undefined;
  #aborted = new AbortController();
  #planning = new AbortController();

  constructor(file: File) {
    this.file = file;
  }

  /** Finds out what the file is, and what it can become. */
  async look(): Promise<void> {
    this.phase.value = { name: 'looking' };
    const refusal = refusalOf(this.file);
    if (refusal) return this.#fail(refusal);
    try {
      const detection = await service.detect(this.file, this.#aborted.signal);
      this.detection.value = detection;
      await this.readAs(detection.format.toLowerCase());
    } catch (error) {
      if (!this.#aborted.signal.aborted) this.#fail(problemOf(error));
    }
    return undefined;
  }

  /** Takes the file for one of a format, as it was detected or as somebody knows better. */
  async readAs(formatId: string): Promise<void> {
    try {
      const source = await describeFormat(formatId);
      batch(() => {
        this.source.value = source;
        this.phase.value = { name: 'choosing' };
        this.choose(this.target.value?.id);
      });
    } catch (error) {
      this.#fail(problemOf(error));
    }
  }

  choose(targetId: string | undefined): void {
    batch(() => {
      this.targetId.value = targetId;
      this.plan.value = undefined;
      if (this.phase.value.name === 'failed' || this.phase.value.name === 'cancelled')
        this.phase.value = { name: 'choosing' };
    });
    this.#allowLoss = undefined;
    void this.#askPlan();
  }

  setEntry(fieldId: string, entry: string | true | undefined): void {
    const { [fieldId]: _, ...others } = this.entries.value;
    this.entries.value = entry === undefined ? others : { ...others, [fieldId]: entry };
  }

  /** Uploads, converts and follows to the end; never throws. */
  async convert(): Promise<void> {
    const { signal } = this.#aborted;
    const source = this.source.value!;
    const isDetected = this.detection.value?.format.toLowerCase() === source.id;
    const tell = (name: 'uploading' | 'converting', fraction: number | undefined): void => {
      if (!signal.aborted) this.phase.value = { name, fraction };
    };
    // What has arrived whole is a conversion, which only its id can end: the answer with it is waited for.
    const uploading = new AbortController();
    let isSent = false;
    signal.addEventListener('abort', () => isSent || uploading.abort(), { once: true });
    tell('uploading', 0);
    try {
      const running = await service.start(this.file, {
        to: this.target.value!.id,
        ...(!isDetected && { from: source.id }),
        options: optionValues(this.fields.value, this.entries.value),
        allowLoss: this.#allowLoss,
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
      if (!signal.aborted) this.#fail(problemOf(error));
    }
  }

  /** The same conversion, with the loss accepted that it was refused for. */
  acceptLoss(allowLoss: readonly string[] | 'any'): void {
    this.#allowLoss = allowLoss;
  }

  cancel(): void {
    this.#aborted.abort();
    this.#aborted = new AbortController();
    this.phase.value = { name: 'cancelled' };
  }

  /** Ends whatever goes on: the file has been taken off the list. */
  leave(): void {
    this.#aborted.abort();
    this.#planning.abort();
  }

  #fail(problem: Problem): void {
    this.phase.value = { name: 'failed', problem };
  }

  /** How long it should take: asked for every choice, and forgotten with it. */
  async #askPlan(): Promise<void> {
    this.#planning.abort();
    const { signal } = (this.#planning = new AbortController());
    const { source, target } = this;
    if (!source.value || !target.value) return;
    try {
      const plan = await service.plan(source.value.id, target.value.id, { bytes: this.file.size, signal });
      if (!signal.aborted) this.plan.value = plan;
    } catch {
      // The conversion itself says what is wrong.
    }
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

/** What can be said without asking the service. */
function refusalOf({ size }: File): Problem | undefined {
  if (size === 0) return { code: 'empty_file', message: t('problem.empty'), retryable: false, details: {} };
  if (size <= MAX_BYTES) return undefined;
  return { code: 'file_too_large', message: t('problem.tooLarge'), retryable: false, details: {} };
}
