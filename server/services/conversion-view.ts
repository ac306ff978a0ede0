import type { PlannedHop, Report, Warning } from '../../engine/index.ts';
import type { ConversionRecord } from '../stores/store.ts';
import type { FinishedConversion } from './conversions.ts';

/** `data` of a conversion's answer. The first seven fields are fixed by the interface; the others are ours. */
export interface ConversionView {
  readonly downloadUrl: string;
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly sourceFormat: string;
  readonly targetFormat: string;
  readonly conversionId: string;
  readonly durationMs: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly sha256: string;
  readonly route: readonly RouteStep[];
  readonly report: Report;
  readonly warnings: readonly Warning[];
  /** The entries of the ZIP, when several outputs were packed. */
  readonly files?: readonly { readonly name: string; readonly size: number }[];
}

export interface RouteStep {
  readonly codec: string;
  readonly from: string;
  readonly to: string;
}

export function conversionView({ id, result, outcome }: FinishedConversion, downloadUrl: string): ConversionView {
  return {
    downloadUrl,
    fileName: outcome.resultName,
    fileSize: outcome.outputBytes,
    sourceFormat: result.sourceFormat.toUpperCase(),
    targetFormat: result.targetFormat.toUpperCase(),
    conversionId: id,
    durationMs: outcome.durationMs,
    expiresAt: new Date(outcome.expiresAt).toISOString(),
    sha256: outcome.outputSha256,
    route: routeOf(result.plan.hops),
    report: result.report,
    warnings: result.warnings,
    ...(result.files && { files: result.files }),
  };
}

export function routeOf(hops: readonly PlannedHop[]): RouteStep[] {
  return hops.map(({ codec, from, to }) => ({ codec, from, to }));
}

/** A conversion of the history: `downloadUrl` is there as long as the result is. */
export function historyView(record: ConversionRecord, downloadUrl: string | undefined) {
  const { id, status, resultName, outputBytes, durationMs, errorCode, createdAt, finishedAt, expiresAt } = record;
  const isoOf = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return {
    conversionId: id,
    status,
    sourceFormat: record.sourceFormat.toUpperCase(),
    targetFormat: record.targetFormat.toUpperCase(),
    createdAt: isoOf(createdAt),
    finishedAt: isoOf(finishedAt),
    ...(downloadUrl !== undefined && { downloadUrl, expiresAt: isoOf(expiresAt) }),
    ...(resultName !== undefined && { fileName: resultName, fileSize: outputBytes, durationMs }),
    ...(errorCode !== undefined && { errorCode }),
  };
}
