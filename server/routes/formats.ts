import { success } from '../envelope.ts';
import type { RouteContext } from '../middleware/state.ts';
import type { Formats } from '../services/formats.ts';

/** The formats change only with a new version of the service. */
const CACHE = 'public, max-age=300';

/** `GET /api/v1/formats`: every format that can be read or written. */
export function listFormats(formats: Formats) {
  return async (context: RouteContext): Promise<void> => {
    const list = formats.list();
    context.set('Cache-Control', CACHE);
    context.body = success(`${list.length} formats.`, list);
  };
}

/** `GET /api/v1/formats/{id}`: one format with its targets and sources. */
export function describeFormat(formats: Formats) {
  return async (context: RouteContext): Promise<void> => {
    const details = await formats.describe(context.params.id!);
    context.set('Cache-Control', CACHE);
    context.body = success(`${details.name}: ${details.targets.length} targets.`, details);
  };
}

/** `GET /api/v1/merge`: the formats that files of some formats can be merged into. */
export function listMergeTargets(formats: Formats) {
  return async (context: RouteContext): Promise<void> => {
    const targets = await formats.mergeTargets(context.query);
    context.body = success(`${targets.length} targets.`, targets);
  };
}
