import type * as z from 'zod';
import type { KeyView } from '../openapi/key-schemas.ts';
import { periodOf } from './quotas.ts';
import type { KeyRecord } from '../stores/store.ts';

/** A key as its owner sees it. The key itself is not part of it. */
export function keyView(
  { id, name, prefix, createdAt, lastUsedAt, expiresAt, revokedAt, scopes, quota }: KeyRecord,
  now: number,
): z.infer<typeof KeyView> {
  const isoOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());
  return {
    ...{ id, name, prefix },
    active: revokedAt === undefined && (expiresAt === undefined || expiresAt > now),
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: isoOf(lastUsedAt),
    expiresAt: isoOf(expiresAt),
    scopes: [...scopes],
    monthlyLimit: quota?.limit ?? null,
    ...(quota && { usedThisMonth: quota.period === periodOf(now) ? quota.used : 0 }),
  };
}
