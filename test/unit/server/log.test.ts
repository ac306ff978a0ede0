import { describe, expect, it } from 'vitest';
import { createLog, redactUrl } from '../../../server/log.ts';
import { createApiKey } from '../../../server/services/api-key.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ level: 'info', destination: { write: (line) => (text += line) } }));
  return text;
}

describe('the log', () => {
  it('hides secrets in headers, whatever object they stand in', () => {
    const headers = { 'x-api-key': 'one', cookie: 'two', authorization: 'three', host: 'shown' };
    const text = logged((log) => log.info({ headers, request: { headers } }, 'hello'));
    for (const secret of ['one', 'two', 'three']) expect(text).not.toContain(`"${secret}"`);
    expect(text).toContain('shown');
  });

  it('hides keys in errors and their causes', () => {
    const key = createApiKey();
    const error = new Error(`outer ${key}`, { cause: new TypeError(`inner ${key}`) });
    const text = logged((log) => log.error({ err: error }, 'failed'));
    expect(text).not.toContain(key);
    expect(text).toContain('outer [redacted]');
    expect(text).toContain('inner [redacted]');
    expect(text).toContain('TypeError');
  });

  it('takes errors that refer to themselves', () => {
    const error = new Error('round');
    error.cause = error;
    expect(logged((log) => log.error({ err: error }, 'failed'))).toContain('round');
  });
});

describe('an address in the log', () => {
  it.each([
    ['/d/a.docx?e=1&k=ab&s=secret', '/d/a.docx?e=1&k=ab&s=[redacted]'],
    ['/d/a.docx?s=secret&e=1', '/d/a.docx?s=[redacted]&e=1'],
    ['/x?token=secret&API_KEY=secret', '/x?token=[redacted]&API_KEY=[redacted]'],
    ['/x?states=kept', '/x?states=kept'],
  ])('%s is %s', (url, redacted) => {
    expect(redactUrl(url)).toBe(redacted);
  });

  it('holds no key, wherever a caller put it', () => {
    const key = createApiKey();
    expect(redactUrl(`/${key}/x?y=${key}`)).toBe('/[redacted]/x?y=[redacted]');
  });
});
