import type { CallExample } from './examples.ts';

export interface Ran {
  readonly status: string;
  /** JSON in lines, or what else was answered; its beginning if it is long. */
  readonly text: string;
}

/** Characters of an answer that are shown. */
const SHOWN = 20_000;
/** The file of the examples: the letter that the service offers. */
const SAMPLE = '/sample/letter.pdf';

/** Calls with a body that leave nothing behind but a conversion. */
const WITH_BODY: readonly string[] = ['convert', 'detect', 'plan', 'merge', 'batch'];

/** Whether the page can make the call as it stands: without the id of something, and without changing the account. */
export function isRunnable(id: string, { method, path, content }: CallExample): boolean {
  if (path.includes('$') || content !== undefined) return false;
  return method === 'GET' ? !path.endsWith('/events') : method === 'POST' && WITH_BODY.includes(id);
}

/** Makes the call with the visitor's key, without the session of the page. */
export async function runExample(
  { method, path, form, json, headers = {}, needsKey }: CallExample,
  key: string,
): Promise<Ran> {
  const answer = await fetch(path, {
    method,
    credentials: 'omit',
    headers: { ...headers, ...(needsKey && { 'X-API-Key': key }), ...(json && { 'Content-Type': 'application/json' }) },
    body: form ? await bodyOf(form) : json,
  });
  return { status: `${answer.status} ${answer.statusText}`.trim(), text: shown(await answer.text()) };
}

async function bodyOf(parts: NonNullable<CallExample['form']>): Promise<FormData> {
  const form = new FormData();
  for (const { name, value, isFile } of parts)
    if (isFile) form.append(name, await (await fetch(SAMPLE)).blob(), 'letter.pdf');
    else form.append(name, value);
  return form;
}

function shown(text: string): string {
  let lines = text;
  try {
    lines = JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // Something else than JSON is shown as it is.
  }
  return lines.length > SHOWN ? `${lines.slice(0, SHOWN)}…` : lines;
}
