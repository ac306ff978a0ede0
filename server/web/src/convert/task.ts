import { batch, computed, signal } from '@preact/signals';
import type { FileInput, UploadedFile } from '../../../client/index.ts';
import { describeFormat, type SourceFormat } from '../formats/catalogue.ts';
import { locale, t } from '../i18n/index.ts';
import { type Problem, problemOf } from '../shell/problem.tsx';
import { patientService, service } from '../shell/service.ts';
import { formatBytes } from '../i18n/quantities.ts';
import { session } from '../shell/session.tsx';
import { TargetWork } from './target-work.ts';
import type { Control } from './work.ts';

export type Detection = Awaited<ReturnType<typeof service.detect>>;
export type Plan = Awaited<ReturnType<typeof service.plan>>;

let count = 0;

/** One file, from adding it to downloading its result. */
export class Task extends TargetWork {
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
  /** The file at the service, if it is too large for one request. */
  #uploaded: UploadedFile | undefined;

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
      const detection = await service.detect(await this.#sent(signal), signal);
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

  /** What other calls take for the file. */
  get input(): FileInput {
    return this.#uploaded ?? this.file;
  }

  override leave(): void {
    super.leave();
    this.#planning.abort();
  }

  protected override async start(control: Control) {
    const { id } = this.source.value!;
    const isDetected = this.detection.value?.format.toLowerCase() === id;
    const accepted = { allowLoss: this.#allowLoss, onDifference: this.#onDifference };
    return service.start(this.input, { ...this.chosen, ...control, ...(!isDetected && { from: id }), ...accepted });
  }

  /** The file, or the upload that stands for it: what one request cannot bring is sent in several, and only once. */
  async #sent(signal: AbortSignal): Promise<File | UploadedFile> {
    if (this.#uploaded || this.file.size <= session.value!.requestBytes) return this.#uploaded ?? this.file;
    this.phase.value = { name: 'uploading', fraction: 0 };
    this.#uploaded = await patientService.upload(this.file, {
      signal,
      onUpload: (fraction) => {
        if (!signal.aborted) this.phase.value = { name: 'uploading', fraction };
      },
    });
    this.phase.value = { name: 'detecting' };
    return this.#uploaded;
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
  if (size === 0)
    return { code: 'empty_file', message: t('problem.empty'), isOwn: true, retryable: false, details: {} };
  const { maxFileBytes } = session.value!;
  if (size <= maxFileBytes) return undefined;
  const message = t('problem.tooLarge', { size: formatBytes(locale.value, maxFileBytes) });
  return { code: 'file_too_large', message, isOwn: true, retryable: false, details: {} };
}
