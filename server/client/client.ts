import type { z } from 'zod';
import type { DetectionView, FormatDetails, FormatView, MergeTarget, PlanView } from '../openapi/catalogue-schemas.ts';
import type {
  BatchItem,
  ConversionView,
  HistoryView,
  PendingView,
  UsageView,
  WebhookSecret,
  WebhookView,
} from '../openapi/conversion-schemas.ts';
import type { CreatedKey, KeysView, NewKeyRequest, SessionView } from '../openapi/key-schemas.ts';
import type { PresetRequest, PresetsView, PresetView } from '../openapi/preset-schemas.ts';
import { AccountClient } from './account.ts';
import { AthanorError } from './errors.ts';
import {
  blobOf,
  type ChainStep,
  type ConvertOptions,
  type FileInput,
  formOf,
  lossText,
  type NamedFile,
  type UploadedFile,
} from './requests.ts';
import { type ResumableOptions, deleteSent, sendInParts } from './resumable.ts';
import { readServerEvents } from './server-events.ts';
import { Transport } from './transport.ts';

export interface ClientOptions {
  /** URL of the service, such as `https://convert.example`. */
  readonly url: string;
  /** Absent on the service's own pages, where the session identifies the caller. */
  readonly apiKey?: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * How often a call is repeated that is refused for the moment, or whose connection fails; it is converted, and counted,
   * once. Default: 2 with an API key, else 0.
   */
  readonly retries?: number;
}

/** A conversion that is running at the service. */
export interface RunningConversion {
  readonly id: string;
  readonly sourceFormat: string;
  readonly targetFormat: string;
  /** Waits for its end; `onProgress` receives 0 to 1. Throws an `AthanorError` when it has failed. */
  finished(options?: {
    readonly onProgress?: (fraction: number) => void;
    readonly signal?: AbortSignal;
  }): Promise<Finished>;
  /** Cancels it. It does not count against the quota then. */
  cancel(): Promise<void>;
}

/** A conversion that has succeeded, as in the history. */
export type Finished = HistoryView & { readonly downloadUrl: string; readonly fileName: string };

/** How often a broken event stream is reopened. */
const STREAM_ATTEMPTS = 5;

const API = '/api/v1';

/** Calls the service. Every method throws an `AthanorError` when the service refuses. */
export class AthanorClient {
  /** Calls for the service's own pages. */
  readonly account: AccountClient;
  readonly #transport: Transport;
  readonly #retries: number;
  /** Pages have a path of their own for conversions. */
  readonly #convertPath: string;

  constructor({ url, apiKey, fetch: given, retries = apiKey === undefined ? 0 : 2 }: ClientOptions) {
    const headers: Record<string, string> = apiKey === undefined ? {} : { 'X-API-Key': apiKey };
    this.#transport = new Transport(url.replace(/\/+$/, ''), headers, { fetch: given, retries });
    this.#retries = retries;
    this.account = new AccountClient(this.#transport);
    this.#convertPath = apiKey === undefined ? '/web/convert' : `${API}/convert`;
  }

  /** Converts a file and waits for the result. */
  async convert(file: FileInput, options: ConvertOptions): Promise<ConversionView> {
    return this.#post(this.#convertPath, file, options, this.#repeatable(options));
  }

  /** Converts a file and downloads the result. */
  async convertToBlob(file: FileInput, options: ConvertOptions): Promise<Blob> {
    return this.download(await this.convert(file, options), options.signal);
  }

  /** Starts a conversion and returns at once. */
  async start(file: FileInput, options: ConvertOptions): Promise<RunningConversion> {
    const headers = { ...this.#repeatable(options), Prefer: 'respond-async' };
    return this.#running(await this.#post<PendingView>(this.#convertPath, file, options, headers));
  }

  /** Merges several files into one. */
  async merge(files: readonly FileInput[], options: MergeOptions): Promise<ConversionView> {
    return this.#post(`${API}/merge`, files, options, this.#repeatable(options));
  }

  /** Starts to merge several files, and returns at once. */
  async startMerge(files: readonly FileInput[], options: MergeOptions): Promise<RunningConversion> {
    const headers = { ...this.#repeatable(options), Prefer: 'respond-async' };
    return this.#running(await this.#post<PendingView>(`${API}/merge`, files, options, headers));
  }

  /** Returns the formats that files of these formats can be merged into. */
  async mergeTargets(from: readonly string[], signal?: AbortSignal): Promise<readonly z.infer<typeof MergeTarget>[]> {
    return this.#transport.call(`${API}/merge?${new URLSearchParams({ from: from.join() })}`, { signal });
  }

  /** Converts several files separately. A failure does not stop the others. */
  async batch(
    files: readonly FileInput[],
    options: Omit<ConvertOptions, 'from' | 'idempotencyKey' | 'exportUrl'>,
  ): Promise<readonly BatchItem[]> {
    return (await this.#post<{ items: readonly BatchItem[] }>(`${API}/batch`, files, options)).items;
  }

  /**
   * Sends a file in several requests, and goes on after a failure: for files of more than 50 MB, where the plan allows
   * them. The result stands for the file in other calls, for a day.
   */
  async upload(file: NamedFile, options: ResumableOptions = {}): Promise<UploadedFile> {
    const named = { name: file.name, content: blobOf(file) };
    return sendInParts(this.#transport, named, { ...options, retries: this.#retries });
  }

  /** Deletes what `upload` has sent, before its day is over. */
  async deleteUpload({ upload }: UploadedFile): Promise<void> {
    await deleteSent(this.#transport, upload);
  }

  /** Returns a finished conversion. */
  async download({ downloadUrl }: { readonly downloadUrl: string }, signal?: AbortSignal): Promise<Blob> {
    return this.#transport.download(downloadUrl, signal);
  }

  async detect(file: FileInput, signal?: AbortSignal): Promise<z.infer<typeof DetectionView>> {
    return this.#post(`${API}/detect`, file, { signal });
  }

  /** Returns how a file of one format, `bytes` large, would be converted to another. */
  async plan(from: string, to: string, options: PlanOptions = {}): Promise<z.infer<typeof PlanView>> {
    const { bytes, options: values, allowLoss, signal } = options;
    const body = { from, to, bytes, options: values, allowLoss: lossText(allowLoss) };
    return this.#transport.json('POST', `${API}/plan`, body, signal);
  }

  /** Returns how a file would be converted: what its content tells counts too. */
  async planFile(file: FileInput, options: ConvertOptions): Promise<z.infer<typeof PlanView>> {
    return this.#post(`${API}/plan`, file, options);
  }

  /** Returns what the steps of a chain would do with files of these formats, and what each would lose. */
  async planChain(
    from: readonly string[],
    steps: readonly ChainStep[],
    signal?: AbortSignal,
  ): Promise<z.infer<typeof PlanView>> {
    return this.#transport.json('POST', `${API}/plan`, { from, steps }, signal);
  }

  async formats(signal?: AbortSignal): Promise<readonly z.infer<typeof FormatView>[]> {
    return this.#transport.call(`${API}/formats`, { signal });
  }

  /** Returns a format with its targets and sources. Takes an id or an alias. */
  async format(id: string, signal?: AbortSignal): Promise<z.infer<typeof FormatDetails>> {
    return this.#transport.call(`${API}/formats/${encodeURIComponent(id)}`, { signal });
  }

  /** Lists the account's conversions, newest first: all, or those with a text in their name, a format or a status. */
  async conversions(
    page: { readonly limit?: number; readonly before?: string; readonly search?: string } = {},
  ): Promise<readonly HistoryView[]> {
    const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
    return this.#transport.call(`${API}/conversions?${query}`);
  }

  async conversion(id: string): Promise<HistoryView> {
    return this.#transport.call(`${API}/conversions/${encodeURIComponent(id)}`);
  }

  /** Cancels a running conversion, or erases the result of one that has ended. */
  async erase(id: string): Promise<void> {
    await this.#transport.call(`${API}/conversions/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  /** Returns usage and quota of this month, by day with `by: 'day'`. */
  async usage({ by }: { readonly by?: 'day' } = {}): Promise<z.infer<typeof UsageView>> {
    return this.#transport.call(`${API}/usage${by ? `?by=${by}` : ''}`);
  }

  /** Lists the last deliveries of webhooks, newest first. */
  async webhooks(): Promise<readonly WebhookView[]> {
    return this.#transport.call(`${API}/webhooks`);
  }

  /** Sends a delivery again at once. */
  async replayWebhook(conversionId: string): Promise<WebhookView> {
    return this.#transport.call(`${API}/webhooks/${encodeURIComponent(conversionId)}/replay`, { method: 'POST' });
  }

  /** The secret by which a receiver checks that a webhook comes from the service. */
  async webhookSecret(): Promise<string> {
    return (await this.#transport.call<z.infer<typeof WebhookSecret>>(`${API}/webhooks/secret`)).secret;
  }

  /** Returns who is signed in on the website. */
  async session(): Promise<z.infer<typeof SessionView>> {
    return this.#transport.call('/web/session');
  }

  /** Lists the presets of the account, by name. */
  async presets(): Promise<z.infer<typeof PresetsView>> {
    return this.#transport.call(`${API}/presets`);
  }

  async preset(name: string): Promise<PresetView> {
    return this.#transport.call(`${API}/presets/${encodeURIComponent(name)}`);
  }

  /** Saves a preset. Throws `preset_exists` where there is one of this name. */
  async createPreset(name: string, settings: PresetSettings): Promise<PresetView> {
    return this.#transport.json('POST', `${API}/presets`, { name, ...settings });
  }

  /** Saves a preset, or replaces the one of this name. */
  async savePreset(name: string, settings: PresetSettings): Promise<PresetView> {
    return this.#transport.json('PUT', `${API}/presets/${encodeURIComponent(name)}`, settings);
  }

  async deletePreset(name: string): Promise<void> {
    await this.#transport.call(`${API}/presets/${encodeURIComponent(name)}`, { method: 'DELETE' });
  }

  /** Lists the account's keys. This and the following calls need a session: no API key can make them. */
  async keys(): Promise<z.infer<typeof KeysView>> {
    return this.#transport.call(`${API}/keys`);
  }

  /** The new key. It is returned only once. */
  async createKey(name: string, rights: KeyRights = {}): Promise<z.infer<typeof CreatedKey>> {
    return this.#transport.json('POST', `${API}/keys`, { name, ...rights });
  }

  async renameKey(id: string, name: string): Promise<z.infer<typeof KeysView>> {
    return this.#transport.json('PATCH', `${API}/keys/${encodeURIComponent(id)}`, { name });
  }

  async deactivateKey(id: string): Promise<z.infer<typeof KeysView>> {
    return this.#transport.call(`${API}/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  #running({ conversionId: id, sourceFormat, targetFormat }: PendingView): RunningConversion {
    return {
      ...{ id, sourceFormat, targetFormat },
      finished: async ({ onProgress, signal } = {}) => finishedOf(await this.#follow(id, onProgress, signal)),
      cancel: () => this.erase(id),
    };
  }

  /** Reads the events to the end. After a broken stream it continues where it was. */
  async #follow(id: string, onProgress?: (fraction: number) => void, signal?: AbortSignal): Promise<HistoryView> {
    let lastId = '';
    for (let attempt = 1; attempt <= STREAM_ATTEMPTS; attempt++) {
      const headers: Record<string, string> = lastId === '' ? {} : { 'Last-Event-ID': lastId };
      const response = await this.#transport.request(`${API}/conversions/${id}/events`, { headers, signal });
      try {
        for await (const event of readServerEvents(response.body!)) {
          lastId = event.id;
          if (event.event === 'done') return JSON.parse(event.data) as HistoryView;
          if (event.event === 'progress') onProgress?.((JSON.parse(event.data) as { progress: number }).progress);
        }
      } catch (error) {
        if (signal?.aborted || attempt === STREAM_ATTEMPTS) throw error;
      }
    }
    return this.conversion(id);
  }

  /** What makes a repeated request count once. */
  #repeatable({ idempotencyKey }: Pick<ConvertOptions, 'idempotencyKey'>): Record<string, string> {
    // Pages that came by plain http have no randomUUID: then a request is sent once.
    const key = idempotencyKey ?? (this.#retries > 0 ? crypto.randomUUID?.() : undefined);
    return key === undefined ? {} : { 'Idempotency-Key': key };
  }

  #post<Data>(
    path: string,
    files: FileInput | readonly FileInput[],
    options: Partial<ConvertOptions>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Data> {
    const { signal, onUpload } = options;
    return this.#transport.call(path, { method: 'POST', body: formOf(files, options), headers, signal, onUpload });
  }
}

/** What a key may do, how often in a month, and until when (ISO 8601); everything, without an end, where absent. */
export type KeyRights = Omit<z.infer<typeof NewKeyRequest>, 'name'>;

/** What a preset says: `targetFormat` with its options, or `steps`. */
export type PresetSettings = z.infer<typeof PresetRequest>;

export type MergeOptions = Omit<ConvertOptions, 'from' | 'allowLoss'>;

export interface PlanOptions extends Pick<ConvertOptions, 'options' | 'allowLoss' | 'signal'> {
  readonly bytes?: number;
}

function finishedOf(view: HistoryView): Finished {
  const { downloadUrl, fileName, error, conversionId, status } = view;
  if (downloadUrl !== undefined && fileName !== undefined) return { ...view, downloadUrl, fileName };
  const failure = error ?? { code: 'download_expired', message: `The conversion is ${status}.` };
  throw new AthanorError({ ...failure, conversionId });
}
