import type { Report, Warning } from '../../engine/index.ts';
import type { ConversionOutcome, ConversionRecord, ResultDetail, RouteStep } from '../stores/store.ts';

/** A result as callers see it. */
export interface ResultView {
  readonly downloadUrl: string;
  /** `<conversion id>.<extension>`. */
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly durationMs: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly sha256: string;
  readonly route: readonly RouteStep[];
  readonly report: Report;
  readonly warnings: readonly Warning[];
  /** The entries of the ZIP, when several outputs were packed. */
  readonly files?: ResultDetail['files'];
}

/** `data` of a conversion's answer: the seven fields that the interface fixes, and ours. */
export interface ConversionView extends ResultView {
  readonly sourceFormat: string;
  readonly targetFormat: string;
  readonly conversionId: string;
}

interface ViewedFormats {
  readonly id: string;
  readonly sourceFormat: string;
  readonly targetFormat: string;
}

export function conversionView(of: ViewedFormats, outcome: ConversionOutcome, downloadUrl: string): ConversionView {
  return { ...formatsView(of), ...resultView(outcome, downloadUrl) };
}

function formatsView({ id, sourceFormat, targetFormat }: ViewedFormats) {
  return {
    conversionId: id,
    sourceFormat: sourceFormat.toUpperCase(),
    targetFormat: targetFormat.toUpperCase(),
  };
}

function resultView(outcome: Omit<ConversionOutcome, 'finishedAt'>, downloadUrl: string): ResultView {
  const { route, report, warnings, files } = outcome.detail;
  return {
    downloadUrl,
    fileName: outcome.resultName,
    fileSize: outcome.outputBytes,
    durationMs: outcome.durationMs,
    expiresAt: new Date(outcome.expiresAt).toISOString(),
    sha256: outcome.outputSha256,
    ...{ route, report, warnings },
    ...(files && { files }),
  };
}

/** A conversion of the history: what it was, how it ended, and its result as long as that can be downloaded. */
export interface HistoryView
  extends Pick<ConversionView, 'conversionId' | 'sourceFormat' | 'targetFormat'>, Partial<ResultView> {
  readonly status: ConversionRecord['status'];
  /** ISO 8601. */
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly error?: { readonly code: string; readonly message: string };
}

export function historyView(record: ConversionRecord, downloadUrl: string | undefined): HistoryView {
  const { status, createdAt, finishedAt, errorCode, errorMessage } = record;
  return {
    ...formatsView(record),
    status,
    createdAt: isoOf(createdAt),
    finishedAt: finishedAt === undefined ? null : isoOf(finishedAt),
    ...(downloadUrl !== undefined && isResult(record) && resultView(record, downloadUrl)),
    ...(errorCode !== undefined && { error: { code: errorCode, message: errorMessage ?? '' } }),
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
