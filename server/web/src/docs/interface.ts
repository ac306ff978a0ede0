/** The parts of an OpenAPI document that the documentation shows. */

export interface OpenApi {
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly 'x-errors': Readonly<Record<string, ErrorEntry>>;
}

export interface ErrorEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly meaning: string;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Fields of an object, or of the objects in a list. */
  readonly fields: readonly Field[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly by: 'anybody' | 'key' | 'session' | 'either';
  readonly parameters: readonly Field[];
  /** Parts of the form, if the call takes one. */
  readonly form: readonly Field[] | undefined;
  readonly json: readonly Field[] | undefined;
  /** `data` of the answer. */
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly data: readonly Field[];
  }[];
  /** Error codes of the call. */
  readonly errors: readonly string[];
}

/** Deeper objects are named, but not expanded. */
const DEPTH = 3;

export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(document, method.toUpperCase(), path, operation)),
  );
}

function operationOf(document: OpenApi, method: string, path: string, operation: OpenApiOperation): Operation {
  const content = operation.requestBody?.content;
  const fieldsOfType = (type: string): readonly Field[] | undefined => {
    const schema = content?.[type]?.schema;
    return schema && fieldsOf(document, schema, DEPTH);
  };
  const responses = Object.entries(operation.responses);
  return {
    ...{ id: operation.operationId, method, path, summary: operation.summary, by: callerOf(operation) },
    parameters: (operation.parameters ?? []).map((parameter) => parameterField(document, parameter)),
    form: fieldsOfType('multipart/form-data'),
    json: fieldsOfType('application/json'),
    answers: responses
      .filter(([status]) => Number(status) < 400)
      .map(([status, { description, content }]) => ({
        ...{ status, description },
        data: dataFields(document, content?.['application/json']?.schema),
      })),
    errors: responses
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { description }]) => [...description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => code!)),
  };
}

function callerOf({ security = [] }: OpenApiOperation): Operation['by'] {
  const byKey = security.some((way) => 'apiKey' in way);
  const bySession = security.some((way) => 'session' in way);
  if (byKey && bySession) return 'either';
  if (byKey) return 'key';
  return bySession ? 'session' : 'anybody';
}

function parameterField(document: OpenApi, { name, required = false, description, schema = {} }: OpenApiParameter) {
  const text = description ?? schema.description ?? '';
  return { name, type: typeOf(document, schema), isRequired: required, description: text, fields: [] };
}

/** Every answer has the same envelope, so only its `data` is shown. */
function dataFields(document: OpenApi, schema: Schema | undefined): readonly Field[] {
  const data = schema && resolve(document, schema).properties?.data;
  return data ? fieldsOf(document, data, DEPTH) : [];
}

/** Returns the properties of an object, of the objects in a list, or of the first of several variants. */
function fieldsOf(document: OpenApi, schema: Schema, depth: number): Field[] {
  const resolved = resolve(document, schema);
  if (depth === 0) return [];
  if (resolved.items) return fieldsOf(document, resolved.items, depth);
  const { properties = {}, required = [] } = resolved.oneOf ? resolve(document, resolved.oneOf[0]!) : resolved;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeOf(document, property),
    isRequired: required.includes(name),
    description: property.description ?? resolve(document, property).description ?? '',
    fields: fieldsOf(document, property, depth - 1),
  }));
}

function typeOf(document: OpenApi, schema: Schema): string {
  const { type, format, items, enum: choices, const: constant, anyOf } = resolve(document, schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices) return choices.map(String).join(' | ');
  if (items) return `${typeOf(document, items)}[]`;
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(document, each)))].join(' | ');
  const name = Array.isArray(type) ? type.join(' | ') : ((type as string | undefined) ?? 'object');
  return format === undefined ? name : `${name} (${format})`;
}

function resolve(document: OpenApi, schema: Schema): Schema {
  const [only, ...others] = schema.allOf ?? [];
  if (only && others.length === 0) return { ...resolve(document, only), ...(schema.description && schema) };
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const { $ref: _, ...own } = schema;
  return { ...document.components.schemas[name], ...own };
}

const SECTIONS = [
  { id: 'convert', pattern: /convert|merge|batch|presets|^\/mcp$/ },
  { id: 'formats', pattern: /formats|detect|plan/ },
  { id: 'results', pattern: /conversions|^\/d\// },
  { id: 'account', pattern: /usage|keys|session|account|auth/ },
  { id: 'webhooks', pattern: /webhooks/ },
  { id: 'service', pattern: /./ },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

/** The calls grouped by subject, in the order of a reader's needs. */
export function sectionsOf(operations: readonly Operation[]): { id: SectionId; operations: readonly Operation[] }[] {
  // `conversions` contains `convers`, not `convert`, so the patterns do not overlap.
  const sectionOf = ({ path }: Operation): SectionId => SECTIONS.find(({ pattern }) => pattern.test(path))!.id;
  return SECTIONS.map(({ id }) => ({ id, operations: operations.filter((each) => sectionOf(each) === id) })).filter(
    (section) => section.operations.length > 0,
  );
}
