import { batch, computed, signal } from '@preact/signals';
import { describeFormat, type SourceFormat } from '../formats/catalogue.ts';
import { t } from '../i18n/index.ts';
import { type Problem, problemOf } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import { Work } from './work.ts';

export type Detection = Awaited<ReturnType<typeof service.detect>>;
export type Plan = Awaited<ReturnType<typeof service.plan>>;

/** Size limit of the service in bytes. */
const MAX_BYTES = 52_428_800;

let count = 0;

/** One file, from adding it to downloading its result. */
export class Task extends Work {
  readonly id = `file-${++count}`;
  readonly file: File;
  readonly detection = signal<Detection | undefined>(undefined);
  readonly source = signal<SourceFormat | undefined>(undefined);
  readonly targets = computed(() => this.source.value?.targets ?? []);
  readonly plan = signal<Plan | undefined>(undefined);

  /** Losses that the user accepted when the service asked. */
  #allowLoss: readonly string[] | 'any' | undefined;
  #onDifference: 'refuse' | 'tell' | undefined;
  #planning = new AbortController();

  constructor(file: File) {
    super();
    this.file = file;
  }

  async detect(): Promise<void> {
    this.phase.value = { name: 'detecting' };
    const refusal = refusalOf(this.file);
    if (refusal) return this.fail(refusal);
    const { signal } = this.aborted;
    try {
      const detection = await service.detect(this.file, signal);
      this.detection.value = detection;
      await this.readAs(detection.format.toLowerCase());
    } catch (error) {
      if (!signal.aborted) this.fail(problemOf(error));
    }
    return undefined;
  }

  /** Sets the source format, as it was detected or as the user chose it. */
  async readAs(formatId: string): Promise<void> {
    try {
      const source = await describeFormat(formatId);
      batch(() => {
        this.source.value = source;
        this.phase.value = { name: 'choosing' };
        this.choose(this.target.value?.id);
      });
    } catch (error) {
      this.fail(problemOf(error));
    }
  }

  override choose(targetId: string | undefined): void {
    batch(() => {
      super.choose(targetId);
      this.plan.value = undefined;
    });
    this.#allowLoss = undefined;
    this.#onDifference = undefined;
    void this.#askPlan();
  }

  /** Accepts the loss for which the conversion was refused. */
  acceptLoss(allowLoss: readonly string[] | 'any'): void {
    this.#allowLoss = allowLoss;
  }

  /** Keeps the result that verification refused. */
  acceptDifferences(): void {
    this.#onDifference = 'tell';
  }

  override leave(): void {
    super.leave();
    this.#planning.abort();
  }

  protected override start(start: Parameters<Work['start']>[0]) {
    const { id } = this.source.value!;
    const isDetected = this.detection.value?.format.toLowerCase() === id;
    const accepted = { allowLoss: this.#allowLoss, onDifference: this.#onDifference };
    return service.start(this.file, { ...start, ...(!isDetected && { from: id }), ...accepted });
  }

  /** Predicted duration: requested for every choice, and dropped with it. */
  async #askPlan(): Promise<void> {
    this.#planning.abort();
    const { signal } = (this.#planning = new AbortController());
    const { source, target } = this;
    if (!source.value || !target.value) return;
    try {
      const plan = await service.plan(source.value.id, target.value.id, { bytes: this.file.size, signal });
      if (!signal.aborted) this.plan.value = plan;
    } catch {
      // The conversion itself will report what is wrong.
    }
  }
}

/** Problems that are known without asking the service. */
function refusalOf({ size }: File): Problem | undefined {
  if (size === 0) return { code: 'empty_file', message: t('problem.empty'), retryable: false, details: {} };
  if (size <= MAX_BYTES) return undefined;
  return { code: 'file_too_large', message: t('problem.tooLarge'), retryable: false, details: {} };
}
