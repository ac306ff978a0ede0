import { sizeOf, type Artifact } from '../contract/artifact.ts';
import { checkLimits } from '../contract/check-limits.ts';
import type { Warning } from '../contract/codec.ts';
import type { OptionValues } from '../formats/options.ts';
import { wantedPages } from '../formats/page-range.ts';
import { parseOptions } from '../formats/parse-options.ts';
import { requireFormat } from '../formats/require-format.ts';
import { artifactOf, sizeOfInput, takeInput, type Input } from '../io/input.ts';
import type { PlanRequest } from '../planner/planner.ts';
import { openArchivedText, standsForText } from './archived-text.ts';
import type { EngineContext } from './context.ts';
import type { ConvertOptions } from './conversion.ts';
import { detectFormat } from './detect.ts';
import { nameWithExtension } from './file-name.ts';
import { inspect } from './inspect.ts';
import { Job, type Scope } from './job.ts';

/** An input whose formats are known, before anything of it was decoded. */
interface Opened {
  readonly source: Artifact;
  readonly request: PlanRequest;
  /** The caller's options, validated, and what the source adds to them. */
  readonly values: OptionValues;
  readonly warnings: readonly Warning[];
}

/**
 * Makes an input readable for the workers and finds its format, unless the caller has. A ZIP that is to become what no archive becomes
 * is opened further: it stands for the text in it.
 */
export async function openAndDetect(
  engine: EngineContext,
  input: Input,
  options: ConvertOptions,
  scope: Scope,
): Promise<Opened> {
  const { from: announced, detection, fileName, allowLoss } = options;
  const to = requireFormat(options.to, 'target');
  const values = parseOptions(options.options ?? {});
  const taken = await takeInput(input, { fileName, maxBytes: engine.limits.inputBytes, ...scope });
  const { format, also, warnings } = detection ?? (await detectFormat(engine, taken, { announced, ...scope }));
  // GeoJSON that no codec reads is still JSON; the nearest related format that one does read is taken.
  const from = [format, ...also].find((related) => engine.graph.readable.has(related)) ?? format;
  const source = artifactOf(taken, nameWithExtension(taken.fileName, from), from);
  const opened = {
    source,
    request: { from, to, bytes: sizeOfInput(taken), options: values, allowLoss },
    values,
    warnings,
  };
  return standsForText(from, to) ? openText(engine, opened, options, scope) : opened;
}

/** The text in a ZIP, with the files beside it; the ZIP itself where there is none. */
async function openText(
  engine: EngineContext,
  opened: Opened,
  { tenant, priority, deadlineMs }: ConvertOptions,
  scope: Scope,
): Promise<Opened> {
  const { source, request, values, warnings } = opened;
  const turn = { tenant, priority, deadlineMs };
  using job = new Job(engine, turn, { ...scope, values, warnings, predictedMs: 1 });
  const facts = await inspect(job, source);
  checkLimits(facts, engine.limits, wantedPages(facts.document?.pages, values.pages));
  const text = await openArchivedText(job, source, request.to, values);
  if (!text) return opened;
  const { format: from } = text.source;
  return {
    source: text.source,
    request: { ...request, from, bytes: sizeOf(text.source), options: text.options },
    values: text.options,
    warnings: job.warnings,
  };
}
