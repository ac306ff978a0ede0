import Router from '@koa/router';
import type { ServerLimits } from '../limits.ts';
import { nothingHere, ServiceError } from '../errors.ts';
import {
  type AuthenticationDependencies,
  createAuthentication,
  limitSignIns,
  onlyFromPages,
  peekQuota,
  requireScope,
} from '../middleware/authenticate.ts';
import { compressed } from '../middleware/compressed.ts';
import type { RequestMiddleware, RequestState, RouteContext } from '../middleware/state.ts';
import { type FormImports, type FormLimits, receiveUpload, requireForm } from '../middleware/upload.ts';
import type { Formats } from '../services/formats.ts';
import type { Imports } from '../services/imports.ts';
import type { Planning } from '../services/planning.ts';
import type { ResumableUploads } from '../services/resumable-uploads.ts';
import type { Readiness } from '../services/readiness.ts';
import type { Visitors } from '../services/visitors.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type { Accounts } from '../services/accounts.ts';
import { accountRoutes } from './accounts.ts';
import { type BatchDependencies, convertBatch } from './batch.ts';
import { convert, type ConvertDependencies } from './convert.ts';
import { download } from './downloads.ts';
import { conversionEvents, type EventsDependencies } from './events.ts';
import { describeFormat, listFormats, listMergeTargets } from './formats.ts';
import { alive, ready } from './health.ts';
import { eraseConversion, listConversions, showConversion, showUsage } from './history.ts';
import { keyRoutes, type KeyRoutesDependencies } from './keys.ts';
import { type McpDependencies, serveAgents } from './mcp.ts';
import { showOpenApi } from './openapi.ts';
import { type PresetRoutesDependencies, presetRoutes } from './presets.ts';
import { showSession } from './session.ts';
import { requireTus, uploadRoutes } from './uploads.ts';
import { detect, planFile, planPair } from './planning.ts';
import { listWebhooks, replayWebhook, showWebhookSecret } from './webhooks.ts';

export interface RouterDependencies
  extends
    ConvertDependencies,
    BatchDependencies,
    EventsDependencies,
    KeyRoutesDependencies,
    PresetRoutesDependencies,
    McpDependencies,
    AuthenticationDependencies {
  readonly formats: Formats;
  readonly planning: Planning;
  readonly webhooks: Webhooks;
  readonly visitors: Visitors;
  /** Absent when there is only the local account. */
  readonly accounts?: Accounts;
  readonly imports: Imports;
  /** Absent where no plan allows files that need it. */
  readonly resumable?: ResumableUploads;
  readonly uploadDir: string;
  /** Version of the package. */
  readonly version: string;
  readonly limits: ServerLimits;
}

/** All routes of the service. */
export function createRouter(dependencies: RouterDependencies): Router<RequestState> {
  const { formats, history, planning, webhooks, imports, resumable, uploadDir, limits, now } = dependencies;
  const oneLimits = { ...limits, files: 1, allFilesBytes: limits.fileBytes };
  const oneFile = formParts(uploadDir, oneLimits, { field: 'url', imports, resumable });
  const severalLimits = { ...limits, fields: limits.fields + limits.files };
  const files = formParts(uploadDir, severalLimits, { field: 'urls', imports, resumable });
  const separateFiles = formParts(uploadDir, severalLimits, { field: 'urls', imports, resumable, separately: true });
  const authentication = createAuthentication(dependencies);
  const { byKey, byBearer, bySession, byEither, bySessionOrTrial, byEitherOrTrial } = authentication;
  const converting = requireScope('convert');
  const reading = requireScope('read');
  /** A program follows what it has started, and may read what another has. */
  const following = requireScope('read', 'convert');
  const ownKeys = keyRoutes(dependencies);
  const ownPresets = presetRoutes(dependencies);
  const quota = peekQuota(now);

  const router = new Router<RequestState>();
  const convertOne = convert('convert', dependencies);
  router.post(
    ['/api/v1/convert', '/converter/convert'],
    ...[oneFile.require, byKey, converting, quota, oneFile.receive, convertOne],
  );
  router.post('/web/convert', oneFile.require, bySessionOrTrial, quota, oneFile.receive, convertOne);
  router.get('/api/v1/merge', byEitherOrTrial, following, listMergeTargets(formats));
  router.post(
    '/api/v1/merge',
    files.require,
    byEitherOrTrial,
    converting,
    quota,
    files.receive,
    convert('merge', dependencies),
  );
  router.post(
    '/api/v1/batch',
    ...[separateFiles.require, byEither, converting, quota, separateFiles.receive, convertBatch(dependencies)],
  );
  router.post('/api/v1/detect', oneFile.require, byEitherOrTrial, converting, oneFile.receive, detect(planning));
  router.post(
    '/api/v1/plan',
    ...[
      byEitherOrTrial,
      converting,
      ifJson(planPair(planning, limits.jsonBytes)),
      oneFile.require,
      oneFile.receive,
      planFile(planning),
    ],
  );
  router.get('/api/v1/formats', compressed(), listFormats(formats));
  router.get('/api/v1/formats/:id', compressed(), describeFormat(formats));
  router.get('/api/v1/conversions', byEither, reading, listConversions(history));
  router.get('/api/v1/conversions/:id', byEitherOrTrial, following, showConversion(history));
  router.get('/api/v1/conversions/:id/events', byEitherOrTrial, following, conversionEvents(dependencies));
  router.delete('/api/v1/conversions/:id', byEitherOrTrial, converting, eraseConversion(history));
  router.get('/api/v1/usage', byEither, reading, showUsage(history, now));
  router.get('/api/v1/webhooks', byEither, reading, listWebhooks(webhooks));
  router.get('/api/v1/webhooks/secret', byEither, reading, showWebhookSecret(webhooks));
  router.post('/api/v1/webhooks/:conversionId/replay', byEither, converting, replayWebhook(webhooks));
  router.get('/api/v1/presets', byEither, following, ownPresets.list);
  router.post('/api/v1/presets', byEither, converting, ownPresets.create);
  router.get('/api/v1/presets/:name', byEither, following, ownPresets.show);
  router.put('/api/v1/presets/:name', byEither, converting, ownPresets.replace);
  router.delete('/api/v1/presets/:name', byEither, converting, ownPresets.delete);
  router.get('/api/v1/keys', bySession, ownKeys.list);
  router.post('/api/v1/keys', bySession, ownKeys.create);
  router.patch('/api/v1/keys/:id', bySession, ownKeys.change);
  router.delete('/api/v1/keys/:id', bySession, ownKeys.deactivate);
  router.post('/mcp', byBearer, converting, serveAgents(dependencies));
  router.get('/web/session', showSession(dependencies.visitors));
  if (resumable) addUploadRoutes(router, resumable, dependencies);
  if (dependencies.accounts) addAccountRoutes(router, dependencies.accounts, dependencies);
  router.get('/d/:name', download(dependencies.downloads, limits.downloadIdleMs));
  router.get('/openapi.json', compressed(), showOpenApi(dependencies.publicUrl, dependencies.version));
  return router;
}

/** What an operator asks of any process. */
export function createHealthRouter(readiness: Readiness): Router<RequestState> {
  const router = new Router<RequestState>();
  router.get('/healthz', alive());
  router.get('/readyz', ready(readiness));
  return router;
}

function addUploadRoutes(
  router: Router<RequestState>,
  resumable: ResumableUploads,
  dependencies: RouterDependencies,
): void {
  const { byEither } = createAuthentication(dependencies);
  const routes = uploadRoutes({ ...dependencies, resumable });
  const guarded = [requireTus(), byEither, requireScope('convert')] as const;
  router.options('/api/v1/uploads', routes.capabilities);
  router.post('/api/v1/uploads', ...guarded, routes.create);
  router.get('/api/v1/uploads/:id', ...guarded, routes.show);
  router.patch('/api/v1/uploads/:id', ...guarded, routes.append);
  router.delete('/api/v1/uploads/:id', ...guarded, routes.remove);
}

/** Every call with a password counts against its address, because passwords can be guessed there. */
function addAccountRoutes(
  router: Router<RequestState>,
  accounts: Accounts,
  { rates, publicUrl, limits }: RouterDependencies,
): void {
  const routes = accountRoutes(accounts, { ...limits, rates });
  const guarded = [onlyFromPages(publicUrl), limitSignIns(rates)] as const;
  router.post('/web/sign-up', ...guarded, routes.signUp);
  router.post('/web/sign-in', ...guarded, routes.signIn);
  router.post('/web/sign-out', onlyFromPages(publicUrl), routes.signOut);
  router.post('/web/password', ...guarded, routes.changePassword);
  router.post('/web/password/forgotten', ...guarded, routes.requestReset);
  router.post('/web/password/reset', ...guarded, routes.resetPassword);
}

/** Checks headers before the caller is identified, and receives the body afterwards. */
function formParts(directory: string, limits: FormLimits, importing: FormImports) {
  return { require: requireForm(limits), receive: receiveUpload(directory, limits, importing) };
}

function ifJson(handler: (context: RouteContext) => Promise<void>) {
  return (context: RouteContext, next: () => Promise<unknown>): Promise<unknown> =>
    context.is('application/json') ? handler(context) : next();
}

/** Answers requests that no route has matched: wrong method, or unknown path. */
export function unmatched(): RequestMiddleware {
  return async (context) => {
    const matched = (context as Partial<RouteContext>).matched ?? [];
    const methods = [...new Set(matched.flatMap((layer) => layer.methods))];
    if (methods.length === 0) throw nothingHere();
    const headers = { Allow: methods.join(', ') };
    if (context.method === 'OPTIONS') {
      context.set(headers);
      context.status = 204;
      return;
    }
    const message = `This URL allows ${headers.Allow} only.`;
    throw new ServiceError({ code: 'method_not_allowed', message, headers });
  };
}
