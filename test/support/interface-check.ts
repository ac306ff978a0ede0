import { ERRORS, type ErrorCode } from '../../server/errors.ts';
import { Failure, successOf } from '../../server/openapi/envelope-schemas.ts';
import { type Operation, OPERATIONS } from '../../server/openapi/operations.ts';

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const COMPILED = OPERATIONS.map((operation) => ({ operation, pattern: patternOf(operation.path) }));

/** Throws when an answer is not what the interface document says about its call: every test's every answer is checked. */
export function checkAnswer({ method, url, status, contentType, text }: Exchange): void {
  if (!contentType.startsWith('application/json') || text === '' || method === 'HEAD') return;
  const { pathname } = new URL(url);
  if (pathname === '/openapi.json') return;
  const body: unknown = JSON.parse(text);
  if (status >= 400) {
    const failure = Failure.parse(body);
    const expected = ERRORS[failure.error.code as ErrorCode].status;
    if (expected !== status || failure.error.status !== status)
      throw new Error(`${failure.error.code} has the status ${expected}, but ${status} was answered`);
    return;
  }
  const operation = operationOf(method, pathname);
  const { data, type } = operation?.answers[status] ?? {};
  if (type !== undefined && data === undefined) return; // a file, which may be JSON itself
  if (!data) throw new Error(`the interface document has no JSON answer ${status} for ${method} ${pathname}`);
  const parsed = successOf(data).safeParse(body);
  if (!parsed.success) throw new Error(`${method} ${pathname} is not as documented: ${parsed.error.message}\n${text}`);
}

function operationOf(method: string, pathname: string): Operation | undefined {
  return COMPILED.find(({ operation, pattern }) => operation.method.toUpperCase() === method && pattern.test(pathname))
    ?.operation;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
