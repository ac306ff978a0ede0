import { success, type SuccessEnvelope } from '../envelope.ts';
import type { Log } from '../log.ts';
import type { ConversionView, PendingView } from '../openapi/conversion-schemas.ts';
import type { Usage } from '../stores/store.ts';
import { conversionView } from './conversion-view.ts';
import type { ConversionRequest, Conversions, FinishedConversion, StartedConversion } from './conversions.ts';
import type { DownloadLinks } from './download-links.ts';
import type { StoredAnswer } from './idempotency.ts';

/** The answer to a conversion request, in a form that can be stored and sent again. */
export interface ConversionAnswer<View = ConversionView | PendingView> extends StoredAnswer {
  readonly body: SuccessEnvelope<View>;
}

export interface Answered<View> {
  readonly answer: ConversionAnswer<View>;
  /** Usage of the account, this conversion included. */
  readonly usage: Usage;
}

export interface ConversionAnswers {
  /** Converts, and answers with the result. */
  finished(request: ConversionRequest, log: Log): Promise<Answered<ConversionView>>;
  /** Starts the conversion and answers with its status URL. `files` are disposed when it has ended. */
  pending(request: ConversionRequest, files: AsyncDisposable, log: Log): Promise<Answered<PendingView>>;
}

export interface ConversionAnswersDependencies {
  readonly conversions: Conversions;
  readonly links: DownloadLinks;
  readonly publicUrl: () => string;
  readonly now: () => number;
  readonly resultLifetimeMs: number;
}

export function createConversionAnswers(dependencies: ConversionAnswersDependencies): ConversionAnswers {
  const { conversions, links, publicUrl, now, resultLifetimeMs } = dependencies;

  return {
    async finished(request, log) {
      const started = await conversions.start(request);
      const { id, outcome, sourceFormat, targetFormat, usage } = await logged(started, log);
      const downloadUrl = publicUrl() + links.sign(outcome.resultName, outcome.expiresAt);
      const view = conversionView({ id, sourceFormat, targetFormat }, outcome, downloadUrl);
      const message = doneMessage(request, view);
      const answer = { status: 200, headers: {}, body: success(message, view), expiresAt: outcome.expiresAt };
      return { answer, usage };
    },

    async pending(request, files, log) {
      try {
        const started = await conversions.start(request);
        // It is not awaited: the outcome is in the log and at the status URL.
        const ended = logged(started, log).catch(() => {});
        if (started.isHandedOver) await files[Symbol.asyncDispose]();
        else void ended.finally(() => files[Symbol.asyncDispose]());
        const view = pendingView(started, publicUrl());
        const headers = { Location: view.statusUrl, 'Preference-Applied': 'respond-async' };
        const message = startedMessage(request, view);
        const answer = { status: 202, headers, body: success(message, view), expiresAt: now() + resultLifetimeMs };
        return { answer, usage: started.usage };
      } catch (error) {
        await files[Symbol.asyncDispose]();
        throw error;
      }
    },
  };
}

function doneMessage({ kind, uploads, steps = [] }: ConversionRequest, view: ConversionView): string {
  switch (kind) {
    case 'merge':
      return `The ${uploads.length} files were merged into ${view.fileName}.`;
    case 'chain':
      return `${stepCount(steps)} done: ${view.sourceFormat} became ${view.targetFormat}.`;
    case 'convert':
      return `The file was converted from ${view.sourceFormat} to ${view.targetFormat}.`;
  }
}

function startedMessage({ kind, uploads, steps = [] }: ConversionRequest, view: PendingView): string {
  switch (kind) {
    case 'merge':
      return `Merging ${uploads.length} files into ${view.targetFormat} has started.`;
    case 'chain':
      return `A chain has started. ${stepCount(steps)} to be done.`;
    case 'convert':
      return `The conversion from ${view.sourceFormat} to ${view.targetFormat} has started.`;
  }
}

function stepCount({ length }: readonly unknown[]): string {
  return length === 1 ? '1 step is' : `${length} steps are`;
}

function pendingView({ id, sourceFormat, targetFormat }: StartedConversion, publicUrl: string): PendingView {
  const statusUrl = `${publicUrl}/api/v1/conversions/${id}`;
  return {
    conversionId: id,
    status: 'running',
    sourceFormat: sourceFormat.toUpperCase(),
    targetFormat: targetFormat.toUpperCase(),
    statusUrl,
    eventsUrl: `${statusUrl}/events`,
  };
}

async function logged({ id, finished }: StartedConversion, log: Log): Promise<FinishedConversion> {
  try {
    const done = await finished;
    const { sourceFormat: from, targetFormat: to, outcome } = done;
    log.info({ conversionId: id, from, to, ms: outcome.durationMs, bytes: outcome.outputBytes }, 'converted');
    return done;
  } catch (error) {
    log.info({ conversionId: id, reason: error instanceof Error ? error.message : error }, 'conversion failed');
    throw error;
  }
}
