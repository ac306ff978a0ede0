import Router from '@koa/router';
import type { ServerLimits } from '../config.ts';
import { ServiceError } from '../errors.ts';
import { authenticate, peekQuota } from '../middleware/authenticate.ts';
import type { RequestMiddleware, RequestState, RouteContext } from '../middleware/state.ts';
import { receiveUpload, requireForm } from '../middleware/upload.ts';
import type { Downloads } from '../services/downloads.ts';
import type { Formats } from '../services/formats.ts';
import type { GuessLimiter } from '../services/guess-limiter.ts';
import type { History } from '../services/history.ts';
import type { Keys } from '../services/keys.ts';
import type { Planning } from '../services/planning.ts';
import type { Readiness } from '../services/readiness.ts';
import { convert, type ConvertDependencies } from './convert.ts';
import { download } from './downloads.ts';
import { describeFormat, listFormats } from './formats.ts';
import { alive, ready } from './health.ts';
import { eraseConversion, listConversions, showConversion, showUsage } from './history.ts';
import { detect, planFile, planPair } from './planning.ts';

export interface RouterDependencies extends ConvertDependencies {
  readonly keys: Keys;
  readonly guesses: GuessLimiter;
  readonly downloads: Downloads;
  readonly formats: Formats;
  readonly history: History;
  readonly planning: Planning;
  readonly readiness: Readiness;
  readonly uploadDir: string;
  readonly limits: ServerLimits;
}

/** Every address of the service. */
export function createRouter(dependencies: RouterDependencies): Router<RequestState> {
  const { keys, guesses, formats, history, planning, limits, now } = dependencies;
  const form = requireForm(limits);
  const upload = receiveUpload(dependencies.uploadDir, limits);
  const caller = authenticate(keys, guesses);
  const quota = peekQuota(now);

  const router = new Router<RequestState>();
  router.post(['/api/v1/convert', '/converter/convert'], form, caller, quota, upload, convert(dependencies));
  router.post('/api/v1/detect', form, caller, upload, detect(planning));
  router.post('/api/v1/plan', caller, ifJson(planPair(planning, limits.jsonBytes)), form, upload, planFile(planning));
  router.get('/api/v1/formats', listFormats(formats));
  router.get('/api/v1/formats/:id', describeFormat(formats));
  router.get('/api/v1/conversions', caller, listConversions(history));
  router.get('/api/v1/conversions/:id', caller, showConversion(history));
  router.delete('/api/v1/conversions/:id', caller, eraseConversion(history));
  router.get('/api/v1/usage', caller, showUsage(now));
  router.get('/d/:name', download(dependencies.downloads, limits.downloadIdleMs));
  router.get('/healthz', alive());
  router.get('/readyz', ready(dependencies.readiness));
  return router;
}

function ifJson(handler: (context: RouteContext) => Promise<void>) {
  return (context: RouteContext, next: () => Promise<unknown>): Promise<unknown> =>
    context.is('application/json') ? handler(context) : next();
}

/** What no route has taken: a known address with another method, or nothing. */
export function unmatched(): RequestMiddleware {
  return async (context) => {
    const matched = (context as Partial<RouteContext>).matched ?? [];
    const methods = [...new Set(matched.flatMap((layer) => layer.methods))];
    if (methods.length === 0)
      throw new ServiceError({ code: 'not_found', message: 'There is nothing at this address.' });
    const headers = { Allow: methods.join(', ') };
    if (context.method === 'OPTIONS') {
      context.set(headers);
      context.status = 204;
      return;
    }
    const message = `This address answers ${headers.Allow} only.`;
    throw new ServiceError({ code: 'method_not_allowed', message, headers });
  };
}
