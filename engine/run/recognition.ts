import type { Warning } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import type { Facts } from '../contract/facts.ts';
import { formatOf } from '../formats/index.ts';
import { wantedPages } from '../formats/page-range.ts';
import type { Plan } from '../planner/plan.ts';
import type { PlanRequest } from '../planner/planner.ts';
import type { EngineContext } from './context.ts';
import type { Job } from './job.ts';
import type { VerifiedResult } from './verified-result.ts';

/** On a scale of 100. Photographs and drawings have a few words, or some that are guessed: they stay images. */
const MIN_CONFIDENCE = 70;
const MIN_WORDS = 10;
/** Milliseconds that the recognition of a page takes at most, and the part of the deadline that it may take. */
const PAGE_MS = 4_000;
const MAX_SHARE = 0.5;
/** Families of formats that are read as text. */
const TEXTS: ReadonlySet<string> = new Set(['document', 'markup', 'ebook']);

interface RecognitionAttempt {
  readonly facts: Facts;
  readonly deadlineMs: number | undefined;
  attempt(plan: Plan): Promise<VerifiedResult>;
}

/** Recognises the text of pages without any; nothing where there is no reason or no way to do so, or no text to be found. */
export async function attemptRecognition(
  job: Job,
  request: PlanRequest,
  { facts, deadlineMs, attempt }: RecognitionAttempt,
): Promise<VerifiedResult | undefined> {
  const plan = recognitionPlan(job.engine, request, facts, deadlineMs);
  if (!plan) return undefined;
  const warningsBefore = job.warnings.length;
  try {
    const result = await attempt(plan);
    if (showsText(job.warnings.slice(warningsBefore))) return result;
    job.warnings.splice(warningsBefore);
    return undefined;
  } catch (error) {
    job.signal.throwIfAborted();
    if (!(error instanceof ConversionError)) throw error;
    job.warnings.splice(warningsBefore, Infinity, {
      code: 'fallback_used',
      message: `The text of the pages was not recognised, so they stay images. ${error.message}`,
    });
    return undefined;
  }
}

/** Whether all pages were read well and are full of words. */
function showsText(warnings: readonly Warning[]): boolean {
  return warnings.some(({ code, details = {} }) => {
    const { confidence = 0, pagesWithoutText = 0, fewestWords = 0 } = details as Readonly<Record<string, number>>;
    const isRead = confidence >= MIN_CONFIDENCE && pagesWithoutText === 0 && fewestWords >= MIN_WORDS;
    return code === 'text_recognised' && isRead;
  });
}

/** The plan with recognition, for a request to which `withRecognition` applies and of which a path is installed. */
export function recognitionPlan(
  { planner, limits }: EngineContext,
  request: PlanRequest,
  facts: Facts,
  deadlineMs = limits.deadlineMs,
): Plan | undefined {
  const recognising = withRecognition(request, facts, deadlineMs);
  if (!recognising) return undefined;
  try {
    return planner.plan(recognising);
  } catch (error) {
    // The codec is not installed, or what it loses needs the caller's consent.
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/**
 * The request with the recognition of text, where the pages of a PDF have images and no text, where text is wanted, and
 * where there is the time for it. Nothing where the caller says whether text is to be recognised.
 */
function withRecognition(request: PlanRequest, facts: Facts, deadlineMs: number): PlanRequest | undefined {
  const { from, to, options = {} } = request;
  if (options.ocr !== undefined || from !== 'pdf' || to === 'pdf' || facts.encrypted) return undefined;
  const { features, document } = facts;
  const target = formatOf(to);
  if (!TEXTS.has(target.family) || !target.carries.includes('text')) return undefined;
  // Drawn lines are those of a drawing.
  if (features.includes('text') || features.includes('vector') || !features.includes('figures')) return undefined;
  const pages = wantedPages(document?.pages, options.pages) ?? 1;
  if (pages * PAGE_MS > deadlineMs * MAX_SHARE) return undefined;
  return { ...request, options: { ...options, ocr: true } };
}
