import { type ErrorCode, ERRORS } from '../errors.ts';
import type { ConversionView, HistoryView, WebhookView } from '../openapi/conversion-schemas.ts';
import type { ConversionOutcome, ConversionRecord, StepDetail, WebhookDelivery } from '../stores/store.ts';

interface ViewedFormats {
  readonly id: string;
  readonly sourceFormat: string;
  readonly targetFormat: string;
}

export function conversionView(of: ViewedFormats, outcome: ConversionOutcome, downloadUrl: string): ConversionView {
  return { ...formatsView(of), downloadUrl, ...resultView(outcome) };
}

function formatsView({ id, sourceFormat, targetFormat }: ViewedFormats) {
  return {
    conversionId: id,
    sourceFormat: sourceFormat.toUpperCase(),
    targetFormat: targetFormat.toUpperCase(),
  };
}

/** What is known about a result, also after it has expired. */
function resultView(outcome: Omit<ConversionOutcome, 'finishedAt'>) {
  const { route, report, warnings, files, steps, export: exported } = outcome.detail;
  return {
    fileName: outcome.resultName,
    downloadName: outcome.downloadName,
    fileSize: outcome.outputBytes,
    durationMs: outcome.durationMs,
    expiresAt: new Date(outcome.expiresAt).toISOString(),
    sha256: outcome.outputSha256,
    ...{ route, report, warnings },
    ...(files && { files }),
    ...(exported && { export: exported }),
    ...(steps && { steps: steps.map(stepView) }),
  };
}

function stepView({ sourceFormat, targetFormat, ...step }: StepDetail) {
  return { ...step, sourceFormat: sourceFormat.toUpperCase(), targetFormat: targetFormat.toUpperCase() };
}

export function historyView(record: ConversionRecord, downloadUrl: string | undefined): HistoryView {
  const { status, uploadName, createdAt, finishedAt, errorCode } = record;
  return {
    ...formatsView(record),
    status,
    ...(uploadName !== undefined && { uploadName }),
    createdAt: isoOf(createdAt),
    finishedAt: finishedAt === undefined ? null : isoOf(finishedAt),
    ...(downloadUrl !== undefined && { downloadUrl }),
    ...(isResult(record) && resultView(record)),
    ...(errorCode !== undefined && { error: errorView(errorCode, record) }),
  };
}

/** Codes of older versions, and of clients that went away, are not in the table. */
function errorView(code: string, { errorMessage, errorDetail }: ConversionRecord): HistoryView['error'] {
  const retryable = Object.hasOwn(ERRORS, code) && ERRORS[code as ErrorCode].retryable;
  const details = errorDetail?.details;
  return { code, message: errorMessage ?? '', retryable, ...(details && { details }) };
}

export function webhookView(delivery: WebhookDelivery): WebhookView {
  const { conversionId, url, state, attempts, createdAt, nextAt, lastStatus, lastError } = delivery;
  return {
    ...{ conversionId, url, state, attempts },
    createdAt: isoOf(createdAt),
    nextAt: nextAt === undefined ? null : isoOf(nextAt),
    ...(lastStatus !== undefined && { lastStatus }),
    ...(lastError !== undefined && { lastError }),
  };
}

function isResult(
  record: ConversionRecord,
): record is ConversionRecord & Required<Omit<ConversionOutcome, 'finishedAt'>> {
  return record.resultName !== undefined && record.detail !== undefined;
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
