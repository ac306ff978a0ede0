import { goExample } from './go-example.ts';
import type { Operation } from './interface.ts';
import { phpExample } from './php-example.ts';

/** Complete calls, for the documentation and for a new key. */

/** The first call with a new key, shown when it is created, with a file that the service offers. */
export function firstCall(host: string, key: string): string {
  return [
    `curl -O ${host}/sample/letter.pdf`,
    `curl -X POST ${host}/converter/convert \\`,
    `  -H "X-API-Key: ${key}" \\`,
    '  -F "file=@letter.pdf" \\',
    '  -F "targetFormat=docx"',
  ].join('\n');
}

export interface CallExample {
  readonly host: string;
  readonly method: string;
  /** Names in braces stand for values. */
  readonly path: string;
  /** Texts and files of a form; absent when there is none. */
  readonly form?: readonly FormPart[];
  /** A JSON body. */
  readonly json?: string;
  /** Headers besides those of the key and of JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of a file that is the body itself. */
  readonly content?: string;
  /** Whether the answer has no body. */
  readonly isEmpty?: boolean;
  readonly needsKey: boolean;
}

export interface FormPart {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** Bodies of calls that take JSON, by the id of the operation; of others the required fields are shown. */
const BODIES: Readonly<Record<string, object>> = {
  plan: { from: 'pdf', to: 'docx', bytes: 100_000 },
  createPreset: { name: 'web-photo', targetFormat: 'webp', options: { quality: 80 } },
  savePreset: { targetFormat: 'webp', options: { quality: 80 } },
  changeKey: { name: 'laptop' },
  mcp: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
};

const TUS = { 'Tus-Resumable': '1.0.0' };

/** Headers of calls that need them, by the id of the operation. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createUpload: { ...TUS, 'Upload-Length': '300000000', 'Upload-Metadata': 'filename ZmlsbS5tcDQ=' },
  showUpload: TUS,
  appendToUpload: { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
  deleteUpload: TUS,
};

/** Files that are the body of a call. */
const CONTENTS: Readonly<Record<string, string>> = { appendToUpload: 'film.mp4' };

/** Parts of a form that an example sends, where the call takes them. */
const PARTS: readonly FormPart[] = [
  { name: 'file', value: 'document.pdf', isFile: true },
  { name: 'targetFormat', value: 'docx', isFile: false },
];

export function exampleOf({ id, method, path, form, json, by, answers }: Operation, host: string): CallExample {
  const required = json?.filter(({ isRequired }) => isRequired).map(({ name }) => [name, '…']);
  const sendsJson = json !== undefined && (BODIES[id] !== undefined || form === undefined);
  return {
    ...{ host, method, path: pathOf(path) },
    form: sendsJson ? undefined : form && PARTS.filter(({ name }) => form.some((field) => field.name === name)),
    json: sendsJson ? JSON.stringify(BODIES[id] ?? Object.fromEntries(required ?? [])) : undefined,
    headers: HEADERS[id],
    content: CONTENTS[id],
    isEmpty: answers.every(({ status }) => status === '204'),
    needsKey: by !== 'anybody',
  };
}

/** With values in place of its names. */
function pathOf(path: string): string {
  if (path.includes('/formats/')) return path.replace('{id}', 'pdf');
  if (path.includes('/presets/')) return path.replace('{name}', 'web-photo');
  return path.replaceAll(/\{\w*?(id|name)\}/gi, (_all, kind: string) => `$${kind.toUpperCase()}`);
}

export const EXAMPLES = {
  curl: curlExample,
  Node: fetchExample,
  Python: pythonExample,
  PHP: phpExample,
  Go: goExample,
} as const;

function curlExample({
  host,
  method,
  path,
  form,
  json,
  headers = {},
  content,
  isEmpty,
  needsKey,
}: CallExample): string {
  const lines = [
    `curl ${isEmpty ? '-i ' : ''}${method === (form || json ? 'POST' : 'GET') ? '' : `-X ${method} `}${host}${path}`,
    ...(needsKey ? ['-H "X-API-Key: $KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(content ? [`--data-binary @${content}`] : []),
    ...(form ?? []).map(({ name, value, isFile }) => `-F "${name}=${isFile ? '@' : ''}${value}"`),
    ...(json ? ['-H "Content-Type: application/json"', `-d '${json}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

function fetchExample(example: CallExample): string {
  const { host, method, path, form, json, content, isEmpty, needsKey } = example;
  const headers = [
    ...(needsKey ? [`'X-API-Key': key`] : []),
    ...(json ? [`'Content-Type': 'application/json'`] : []),
    ...Object.entries(example.headers ?? {}).map(([name, value]) => `'${name}': '${value}'`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(form ? ['body: form'] : []),
    ...(content ? [`body: await openAsBlob('${content}')`] : []),
    ...(json ? [`body: JSON.stringify(${json})`] : []),
  ];
  const init = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : '';
  const isUpload = content !== undefined || form?.some(({ isFile }) => isFile);
  return [
    ...(isUpload ? [`import { openAsBlob } from 'node:fs';`, ''] : []),
    ...(needsKey ? ["const key = 'ath_live_…';"] : []),
    ...(form ? ['const form = new FormData();', ...form.map(appendPart)] : []),
    `const response = await fetch('${host}${path}'${init});`,
    isEmpty ? 'console.log(response.status, response.headers);' : 'console.log(await response.json());',
  ].join('\n');
}

function appendPart({ name, value, isFile }: FormPart): string {
  return isFile
    ? `form.append('${name}', await openAsBlob('${value}'), '${value}');`
    : `form.append('${name}', '${value}');`;
}

function pythonExample(example: CallExample): string {
  const { host, method, path, form, json, content, isEmpty, needsKey } = example;
  const headers = [
    ...(needsKey ? ['"X-API-Key": key'] : []),
    ...Object.entries(example.headers ?? {}).map(([name, value]) => `"${name}": "${value}"`),
  ];
  const files = form?.filter(({ isFile }) => isFile) ?? [];
  const texts = form?.filter(({ isFile }) => !isFile) ?? [];
  const quoted = (parts: readonly FormPart[], valueOf: (part: FormPart) => string): string =>
    parts.map((part) => `"${part.name}": ${valueOf(part)}`).join(', ');
  const given = [
    `"${host}${path}"`,
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(files.length > 0 ? [`files={${quoted(files, ({ value }) => `open("${value}", "rb")`)}}`] : []),
    ...(texts.length > 0 ? [`data={${quoted(texts, ({ value }) => `"${value}"`)}}`] : []),
    ...(json ? [`json=${json}`] : []),
    ...(content ? [`data=open("${content}", "rb")`] : []),
  ];
  return [
    'import requests',
    '',
    ...(needsKey ? ['key = "ath_live_…"'] : []),
    `response = requests.${method.toLowerCase()}(\n    ${given.join(',\n    ')},\n)`,
    isEmpty ? 'print(response.status_code, response.headers)' : 'print(response.json())',
  ].join('\n');
}
