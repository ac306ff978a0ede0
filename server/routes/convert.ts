import { hash } from 'node:crypto';
import { signalOf } from '../middleware/abort-signal.ts';
import { requireAccount } from '../middleware/authenticate.ts';
import { formOf, callerOf, type ReceivedForm, type RouteContext } from '../middleware/state.ts';
import type { ConversionAnswer, ConversionAnswers } from '../services/conversion-answers.ts';
import type { ConversionRequest } from '../services/conversions.ts';
import type { Downloads } from '../services/downloads.ts';
import type { Idempotency } from '../services/idempotency.ts';
import type { Presets } from '../services/presets.ts';
import { quotaHeaders } from '../services/quotas.ts';
import { sendDownload } from './downloads.ts';
import { readConversion } from './presets.ts';
import { prefersAsync } from './prefer.ts';

export interface ConvertDependencies {
  readonly answers: ConversionAnswers;
  readonly idempotency: Idempotency;
  readonly downloads: Downloads;
  readonly presets: Presets;
  readonly limits: { readonly downloadIdleMs: number };
  readonly now: () => number;
}

/**
 * `POST /api/v1/convert`: converts one file and answers with its download URL. `POST /api/v1/merge`: the same for
 * several files that are merged into one.
 */
export function convert(asked: 'convert' | 'merge', dependencies: ConvertDependencies) {
  const { answers, idempotency, downloads, presets, limits, now } = dependencies;
  return async (context: RouteContext): Promise<void> => {
    const { accountId, keyId, hasQuota, tier } = callerOf(context);
    const form = formOf(context);
    const { log } = context.state;
    const fields = await readConversion(form.fields, accountId, presets);
    for (const field of ['callbackUrl', 'exportUrl'] as const)
      if (fields[field] !== undefined) requireAccount(context.state.caller, field);
    const kind: ConversionRequest['kind'] = fields.steps ? 'chain' : asked;
    const request = {
      ...fields,
      kind,
      accountId,
      tier,
      keyId,
      hasKeyQuota: hasQuota,
      uploads: form.uploads,
      origin: keyId === undefined ? 'web' : 'api',
    } as const;
    const isAsync = prefersAsync(context);
    const repeatable = {
      accountId,
      key: context.get('Idempotency-Key'),
      fingerprint: fingerprintOf(asked, form, isAsync),
    };
    const answer = await idempotency.once<ConversionAnswer>(repeatable, async () => {
      const answered = isAsync
        ? await answers.pending(request, form.take(), log)
        : await answers.finished({ ...request, signal: signalOf(context) }, log);
      context.set(quotaHeaders(answered.usage, now()));
      return answered.answer;
    });
    const { data } = answer.body;
    if ('fileName' in data && wantsFile(context)) {
      context.set('X-Conversion-Id', data.conversionId);
      return sendDownload(context, await downloads.openResult(data.fileName), limits.downloadIdleMs);
    }
    if ('fileName' in data && keyId === undefined && isNavigation(context)) {
      context.redirect(data.downloadUrl);
      context.status = 303;
      return undefined;
    }
    context.status = answer.status;
    context.set(answer.headers);
    context.body = answer.body;
    return undefined;
  };
}

/** Whether a browser shows the answer itself: the form of a page without scripts redirects to the download. */
function isNavigation(context: RouteContext): boolean {
  return context.get('Accept').includes('text/html');
}

/** Whether the caller wants the file itself rather than its download URL. */
function wantsFile(context: RouteContext): boolean {
  return context.accepts('application/json', 'application/octet-stream') === 'application/octet-stream';
}

/** A hash of everything that decides the answer. */
function fingerprintOf(kind: string, { uploads, fields }: ReceivedForm, isAsync: boolean): string {
  const files = uploads.map(({ fileName, sha256 }) => [fileName, sha256]);
  const texts = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([kind, isAsync, files, texts]));
}
