import type * as z from 'zod';
import { success } from '../envelope.ts';
import { parseBody } from '../middleware/json-body.ts';
import { callerOf, type RouteContext } from '../middleware/state.ts';
import { KeyChange, type KeysView, NewKeyRequest } from '../openapi/key-schemas.ts';
import { ServiceError } from '../errors.ts';
import type { Keys } from '../services/keys.ts';
import { keyView } from '../services/key-view.ts';

export interface KeyRoutesDependencies {
  readonly keys: Keys;
  readonly limits: { readonly activeKeys: number; readonly jsonBytes: number };
  readonly now: () => number;
}

/** `/api/v1/keys`: the keys of the signed-in account. No API key can create, list or deactivate keys. */
export function keyRoutes({ keys, limits, now }: KeyRoutesDependencies) {
  const viewOf = async (accountId: string): Promise<z.infer<typeof KeysView>> => {
    const views = (await keys.list(accountId)).map((key) => keyView(key, now()));
    return { active: views.filter(({ active }) => active).length, limit: limits.activeKeys, keys: views };
  };

  return {
    list: async (context: RouteContext): Promise<void> => {
      const view = await viewOf(callerOf(context).accountId);
      context.body = success(`${view.active} of ${view.limit} active keys.`, view);
    },

    create: async (context: RouteContext): Promise<void> => {
      const { name, expiresAt: end, ...rights } = await parseBody(context, NewKeyRequest, limits.jsonBytes);
      const { accountId } = callerOf(context);
      const expiresAt = end === undefined ? undefined : Date.parse(end);
      if (expiresAt !== undefined && expiresAt <= now()) throw endsInThePast();
      const { id, key } = await keys.create(accountId, name, {
        ...rights,
        ...(expiresAt !== undefined && { expiresAt }),
      });
      context.status = 201;
      context.body = success('The key was created. Copy it now: it is shown only once.', { id, key });
    },

    change: async (context: RouteContext): Promise<void> => {
      const change = await parseBody(context, KeyChange, limits.jsonBytes);
      const { accountId } = callerOf(context);
      const id = context.params.id!;
      if (change.name !== undefined) await keys.rename(accountId, id, change.name);
      if (change.active === false) await keys.revoke(accountId, id);
      context.body = success('The key was changed.', await viewOf(accountId));
    },

    deactivate: async (context: RouteContext): Promise<void> => {
      const { accountId } = callerOf(context);
      await keys.revoke(accountId, context.params.id!);
      context.body = success('The key is no longer active.', await viewOf(accountId));
    },
  };
}

function endsInThePast(): ServiceError {
  const message = 'The time in expiresAt is over. Send a later one.';
  return new ServiceError({ code: 'malformed_request', message, field: 'expiresAt' });
}
