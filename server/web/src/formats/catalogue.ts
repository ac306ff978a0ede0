import { service } from '../shell/service.ts';
import type { JsonSchema } from '../convert/option-fields.ts';
import type { Target } from './targets.ts';

export interface SourceFormat {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly targets: readonly (Target & { readonly options: JsonSchema })[];
}

type Listed = Awaited<ReturnType<typeof service.formats>>;

let all: Promise<Listed> | undefined;
const described = new Map<string, Promise<SourceFormat>>();

/** All formats of the service; requested once per page. */
export function allFormats(): Promise<Listed> {
  return (all ??= forgetFailure(service.formats(), () => (all = undefined)));
}

/** A format with its targets; requested once per page. */
export function describeFormat(id: string): Promise<SourceFormat> {
  const known = described.get(id);
  if (known) return known;
  const asked = forgetFailure(describe(id), () => described.delete(id));
  described.set(id, asked);
  return asked;
}

async function describe(id: string): Promise<SourceFormat> {
  const [formats, { name, family, targets, optionSets }] = await Promise.all([allFormats(), service.format(id)]);
  const setOf = ({ $ref }: { readonly $ref: string }): JsonSchema => optionSets[Number($ref.split('/').at(-1))] ?? {};
  const families = new Map(formats.map((format) => [format.id, format.family]));
  return {
    ...{ id, name, family },
    targets: targets.map(({ id, name, lost, gone, options }) => ({
      ...{ id, name, lost, gone },
      options: setOf(options),
      family: families.get(id) ?? family,
    })),
  };
}

/** A failed request is repeated the next time. */
function forgetFailure<Value>(asked: Promise<Value>, forget: () => unknown): Promise<Value> {
  asked.catch(forget);
  return asked;
}
