import type { QueuedJob } from './worker.ts';

/**
 * The least generation of the workers that understand each field of a job. A field without its generation is a type
 * error: a worker that does not know the field would ignore it and deliver something else.
 */
const FIELDS = {
  tenant: 0,
  priority: 0,
  inputs: 0,
  kind: 0,
  to: 0,
  from: 0,
  sourceFormat: 0,
  detection: 0,
  options: 0,
  allowLoss: 0,
  verify: 0,
  onDifference: 0,
  trace: 0,
  exportUrl: 3,
  steps: 3,
} as const satisfies Readonly<Record<keyof QueuedJob, number>>;

const KINDS = { convert: 0, merge: 0, chain: 3 } as const satisfies Readonly<Record<QueuedJob['kind'], number>>;

/** Formats and options that earlier generations do not know. An earlier worker would fail their conversions. */
const FORMATS: Readonly<Record<string, number>> = {};
const OPTIONS: Readonly<Record<string, number>> = {};

/** The generation from which on workers know the parts of a job. */
export interface KnownSince {
  readonly fields: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, number>>;
  readonly formats: Readonly<Record<string, number>>;
  readonly options: Readonly<Record<string, number>>;
}

const KNOWN_SINCE: KnownSince = { fields: FIELDS, kinds: KINDS, formats: FORMATS, options: OPTIONS };

/** The least generation of the workers that can convert the job. */
export function requiredGeneration(job: QueuedJob, since = KNOWN_SINCE): number {
  const { kind, sourceFormat, to, options = {}, steps = [] } = job;
  const fields = Object.entries(job).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return Math.max(
    latest(since.fields, fields),
    latest(since.kinds, [kind]),
    latest(since.formats, [sourceFormat, to, ...steps.flatMap((step) => step.to ?? [])]),
    latest(since.options, [options, ...steps.map((step) => step.options ?? {})].flatMap(Object.keys)),
  );
}

/** Names of options come from clients. */
function latest(since: Readonly<Record<string, number>>, names: readonly string[]): number {
  return names.reduce((last, name) => (Object.hasOwn(since, name) ? Math.max(last, since[name]!) : last), 0);
}
