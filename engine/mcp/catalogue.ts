import { formatOf, nearestFormats, optionSchema, resolveFormat, type FormatInfo, type Plan } from '../index.ts';
import { AgentError, type AgentBackend } from './backend.ts';

type Catalogue = AgentBackend['catalogue'];

export interface ListedFormat {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly read: boolean;
  readonly write: boolean;
}

export interface ListRequest {
  readonly from?: string;
  readonly search?: string;
}

/** All formats, or those that one format can become; of them those whose id, name, family or extension match. */
export function listFormats(catalogue: Catalogue, { from, search = '' }: ListRequest): ListedFormat[] {
  const targets = from === undefined ? undefined : new Set<string>(catalogue.targets(requireFormat(from)));
  const words = search.toLowerCase().split(/\s+/);
  return catalogue
    .formats()
    .filter((format) => (targets?.has(format.id) ?? true) && matches(format, words))
    .map(({ id, name, family, read, write }) => ({ id, name, family, read, write }));
}

function matches({ id, name, family, extensions }: FormatInfo, words: readonly string[]): boolean {
  const text = [id, name, family, ...extensions].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function requireFormat(name: string): string {
  const id = resolveFormat(name);
  if (id !== undefined) return id;
  const nearest = nearestFormats(name);
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
  throw new AgentError('unknown_source_format', `There is no format ${JSON.stringify(name.slice(0, 32))}.${hint}`);
}

export function formatLine({ id, name, family, read, write }: ListedFormat): string {
  const ways = [...(read ? ['read'] : []), ...(write ? ['write'] : [])].join(', ');
  return `${id} (${name}; ${family}; ${ways})`;
}

/** The plan as data, with the options that the conversion takes as JSON Schema. */
export function planData(catalogue: Catalogue, plan: Plan) {
  const { from, to, steps, lost, gone, ms, consent, why } = plan;
  const options = catalogue.optionsFor(from, to).map(({ id }) => [id, optionSchema(id)] as const);
  return {
    ...{ from, to, lost, gone, why },
    route: steps.map((step) => ({ codec: step.codec, from: step.from, to: step.to })),
    predictedMs: Math.round(ms),
    ...(consent !== undefined && { consent }),
    options: Object.fromEntries(options),
  };
}

export function planText({ from, to, route, lost, gone, predictedMs, consent, options }: ReturnType<typeof planData>) {
  const path = [from, ...route.map((step) => `(${step.codec}) → ${step.to}`)].join(' → ');
  const names = Object.keys(options);
  return [
    `${formatOf(from).name} to ${formatOf(to).name}: ${path}, about ${predictedMs} ms.`,
    lost.length > 0 ? `Would lose: ${lost.join(', ')}.` : 'Loses nothing that the target can hold.',
    ...(gone.length > 0 ? [`The target cannot hold: ${gone.join(', ')}.`] : []),
    ...(consent === undefined ? [] : [`Needs consent to this loss (\`allowLoss\`): ${consent}.`]),
    names.length > 0 ? `Options: ${names.join(', ')}.` : 'It takes no options.',
  ].join('\n');
}
