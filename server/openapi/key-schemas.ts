import * as z from 'zod';
import { KEY_SCOPES } from '../stores/store.ts';

const time = z.iso.datetime();
const name = z.string().trim().min(1).max(100).meta({ description: 'Chosen by the owner.', example: 'laptop' });

const scopes = z
  .array(z.enum(KEY_SCOPES))
  .min(1)
  .meta({ description: '`convert`: convert, detect, plan, erase. `read`: history, usage, webhooks.' });
const monthlyLimit = z.int().positive().max(1_000_000_000).meta({ description: 'Conversions a month with this key.' });

export const KeyView = z
  .strictObject({
    id: z.uuid(),
    name,
    prefix: z.string().meta({ description: 'The beginning of the key, shown to recognise it.' }),
    active: z.boolean(),
    createdAt: time,
    lastUsedAt: time.nullable(),
    expiresAt: time.nullable(),
    scopes,
    monthlyLimit: monthlyLimit.nullable(),
    usedThisMonth: z.int().nonnegative().optional().meta({ description: 'With a `monthlyLimit`.' }),
  })
  .meta({ id: 'Key' });

export const KeysView = z
  .strictObject({
    active: z.int().nonnegative(),
    limit: z.int().positive(),
    keys: z.array(KeyView),
  })
  .meta({ id: 'Keys' });

export const NewKeyRequest = z.strictObject({
  name,
  scopes: scopes.optional(),
  monthlyLimit: monthlyLimit.optional(),
  expiresAt: time.optional().meta({ description: 'The key ends then. Default: never.' }),
});

export const CreatedKey = z
  .strictObject({ id: z.uuid(), key: z.string().meta({ description: 'The key itself. It is shown only once.' }) })
  .meta({ id: 'CreatedKey' });

export const KeyChange = z.strictObject({
  name: name.optional(),
  active: z.literal(false).optional().meta({ description: '`false` deactivates the key permanently.' }),
});

export const SessionView = z
  .strictObject({
    signInRequired: z.boolean(),
    signedIn: z.boolean(),
    email: z.string().optional(),
    requestBytes: z.int().positive().meta({ description: 'Bytes of a file that is sent in one request, at most.' }),
    maxFileBytes: z.int().positive().meta({
      description: 'Bytes of a file at most. One of more than `requestBytes` is sent by `/api/v1/uploads`.',
    }),
    trial: z
      .strictObject({ limit: z.int().nonnegative(), remaining: z.int().nonnegative() })
      .optional()
      .meta({ description: 'Conversions of this month without an account; only for visitors who may make some.' }),
    plans: z
      .array(
        z.strictObject({
          name: z.string(),
          monthlyConversions: z.int().nonnegative(),
          maxFileBytes: z.int().positive(),
          maxConcurrent: z.int().positive().optional(),
        }),
      )
      .readonly()
      .meta({ description: 'Plans of accounts; none where there is only the account of the operator.' }),
  })
  .meta({ id: 'Session' });
