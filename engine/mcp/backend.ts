import type { ConvertOptions, Detection, Engine, Plan, PlanOptions } from '../index.ts';

/** A file of a tool call: where it lies, or its content. */
export type AgentFile =
  | { readonly path: string }
  | { readonly url: string }
  | { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** What the tools act on: the engine of this process and granted folders, or an account of the service. */
export interface AgentBackend {
  readonly catalogue: Pick<Engine, 'formats' | 'targets' | 'optionsFor' | 'plan'>;
  /** How files are named besides by their content. */
  readonly takes: 'path' | 'url' | 'content';
  /** Where results are, in one sentence for the agent. */
  readonly about: string;
  detect(file: AgentFile, signal: AbortSignal): Promise<Detection>;
  /** Plans the conversion of this very file. */
  plan(file: AgentFile, request: FilePlanRequest, signal: AbortSignal): Promise<Plan>;
  convert(request: AgentConversion, control: AgentControl): Promise<AgentResult>;
  merge(request: AgentMerge, control: AgentControl): Promise<AgentResult>;
  /** The whole text of a file as Markdown, or as it is where it is text. Throws `not_found` for an unknown document. */
  read(request: AgentReading, control: AgentControl): Promise<AgentText>;
}

export interface FilePlanRequest extends Pick<PlanOptions, 'options' | 'allowLoss'> {
  readonly to: string;
  readonly from?: string;
}

export interface AgentControl {
  readonly signal: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

interface AgentOrder extends Pick<ConvertOptions, 'to' | 'options' | 'verify' | 'onDifference'> {
  /** Path of the result, where files are named by path. */
  readonly output?: string;
  readonly overwrite?: boolean;
  /** Whether the result itself is returned. */
  readonly inline?: boolean;
}

export interface AgentConversion extends AgentOrder, Pick<ConvertOptions, 'from' | 'allowLoss'> {
  readonly file: AgentFile;
}

export interface AgentMerge extends AgentOrder {
  readonly files: readonly AgentFile[];
}

export interface AgentReading {
  /** Absent where a document is read on. */
  readonly file?: AgentFile;
  readonly from?: string;
  /** Id of a document that was read before: it is not converted again. */
  readonly document?: string;
}

export interface AgentText {
  readonly text: string;
  /** Format of the file. */
  readonly format: string;
  /** Id for reading on without the file; absent where the file is text itself. */
  readonly document?: string;
  readonly warnings: readonly string[];
}

export interface AgentResult {
  readonly sourceFormat: string;
  readonly targetFormat: string;
  readonly durationMs: number;
  readonly route: readonly { readonly codec: string; readonly from: string; readonly to: string }[];
  readonly report: AgentReport;
  readonly warnings: readonly Told[];
  readonly outputs: readonly AgentOutput[];
  /** Until when the outputs can be downloaded (ISO 8601); absent where they stay. */
  readonly expiresAt?: string;
}

/** What an agent is told of a report. */
export interface AgentReport {
  readonly verified: string;
  /** Absent for conversions of older versions. */
  readonly verdict?: 'accepted' | 'refused';
  readonly score: number;
  readonly lost: readonly string[];
  readonly gone: readonly string[];
  readonly differences?: readonly Told[];
  readonly differencesBeyond?: number;
}

interface Told {
  readonly message: string;
}

export interface AgentOutput {
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Where it lies: a path or an address. Absent where only the content is returned. */
  readonly path?: string;
  readonly url?: string;
  readonly bytes?: Uint8Array;
}

/** A call that cannot be done as it was made. The message says what to do instead. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
