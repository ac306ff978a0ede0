import type { ConversionResult, Detection, FormatInfo, Plan, Report, Warning } from '../index.ts';
import { ConversionError, formatOf } from '../index.ts';
import { UsageError } from './usage-error.ts';

/** The shapes that `--json` prints. Fields are only ever added. */

interface RouteStep {
  readonly codec: string;
  readonly from: string;
  readonly to: string;
}

export interface ConversionView {
  /** The path of the result, or of the first one; `-` for standard output. */
  readonly output: string;
  /** Every path, when there are several. */
  readonly outputs?: readonly string[];
  readonly sourceFormat: string;
  readonly targetFormat: string;
  readonly durationMs: number;
  readonly route: readonly RouteStep[];
  readonly report: Report;
  readonly warnings: readonly Warning[];
}

export interface ErrorView {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

export function conversionView(result: ConversionResult, outputs: readonly string[]): ConversionView {
  const { sourceFormat, targetFormat, plan, report, warnings, timings } = result;
  return {
    output: outputs[0]!,
    ...(outputs.length > 1 && { outputs }),
    sourceFormat,
    targetFormat,
    durationMs: Math.round(timings.total),
    route: routeOf(plan),
    report,
    warnings,
  };
}

export function planView(plan: Plan) {
  const { lost, gone, ms, why, rejected, loss, qualityPenalty, generations } = plan;
  const consent = plan.consent ?? null;
  return {
    route: routeOf(plan),
    lost,
    gone,
    ms: Math.round(ms),
    consent,
    why,
    rejected,
    loss,
    qualityPenalty,
    wear: qualityPenalty, // as it was called before
    generations,
  };
}

export function formatView({ id, name, family, extensions, mimeTypes, read, write, experimental }: FormatInfo) {
  return { id, name, family, extensions, mimeTypes, read, write, ...(experimental && { experimental }) };
}

export function detectionView(file: string, { format, confidence, via, also, warnings }: Detection) {
  return { file, format, name: formatOf(format).name, confidence, via, also, warnings };
}

function routeOf({ steps }: Plan): RouteStep[] {
  return steps.map(({ codec, from, to }) => ({ codec, from, to }));
}

/** A failure in the one form; what nobody foresaw keeps its text for the person at the terminal. */
export function errorView(error: unknown): ErrorView {
  if (error instanceof ConversionError)
    return { error: { code: error.code, message: error.message, details: error.details } };
  if (error instanceof UsageError) return { error: { code: error.code, message: error.message, details: {} } };
  const message = error instanceof Error ? error.message : String(error);
  return { error: { code: systemCode(error) ?? 'internal', message, details: {} } };
}

/** What the operating system refused: no space, no permission. */
function systemCode(error: unknown): string | undefined {
  const isSystemError = error instanceof Error && 'code' in error && 'syscall' in error;
  return isSystemError && typeof error.code === 'string' ? error.code : undefined;
}
