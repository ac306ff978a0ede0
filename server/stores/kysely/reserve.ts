import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ConversionStore, NewConversion, Usage } from '../store.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import type { ConversionTable, Database, WebhookDeliveryTable } from './schema.ts';

/**
 * Three to five statements in a transaction. The account's row comes first: its lock makes the count of running
 * conversions exact, whichever process reserves.
 */
export function createReserve(database: Kysely<Database>): ConversionStore['reserve'] {
  const prepare = <Row>(build: (value: Value) => RawBuilder<Row>) =>
    prepareQuery<Values, Row>((value) => build(value).compile(database));
  const admit = prepare(addToRunning);
  const take = prepare(takeFromQuota);
  const takeOfKey = prepare(takeFromKey);
  const insert = prepare((value) => insertion('conversion', conversionRow(value)));
  const announce = prepare((value) => insertion('webhook_delivery', deliveryRow(value)));
  return async (conversion) => {
    const values = valuesOf(conversion);
    try {
      return await database.transaction().execute(async (transaction) => {
        if ((await admit(transaction, values)).rows.length === 0) throw new NotAdmitted();
        const [usage] = (await take(transaction, values)).rows;
        if (!usage) throw new NotAdmitted();
        if (values.hasKeyQuota && (await takeOfKey(transaction, values)).rows.length === 0) throw new NotAdmitted();
        await insert(transaction, values);
        if (values.callbackUrl !== null) await announce(transaction, values);
        return usage;
      });
    } catch (error) {
      if (error instanceof NotAdmitted) return undefined;
      throw error;
    }
  };
}

/** Rolls the transaction back. */
class NotAdmitted extends Error {}

/** The values of a reservation; null for those that are absent. */
type Values = { readonly [Name in keyof NewConversion]-?: Exclude<NewConversion[Name], undefined> | null };
type Value = ValueOf<Values>;

function valuesOf(conversion: NewConversion): Values {
  return {
    ...conversion,
    keyId: conversion.keyId ?? null,
    uploadName: conversion.uploadName ?? null,
    callbackUrl: conversion.callbackUrl ?? null,
    hasKeyQuota: conversion.hasKeyQuota ?? false,
    requires: conversion.requires ?? 0,
    processId: conversion.processId ?? null,
    job: conversion.job ?? null,
    waiterId: conversion.waiterId ?? null,
    maxConcurrent: conversion.maxConcurrent ?? null,
    units: conversion.units ?? 1,
  };
}

/**
 * Counts the conversion among the running ones of its account, unless as many run as may. An account that has used less
 * than those that are served now is moved up to them: it keeps no credit from times when it sent nothing.
 */
function addToRunning(value: Value): RawBuilder<unknown> {
  const limit = sql`cast(${value('maxConcurrent')} as integer)`;
  const clock = sql`(select fair_clock.vtime from fair_clock)`;
  return sql`
    update account set running = running + 1, vtime = case when vtime < ${clock} then ${clock} else vtime end
    where id = ${value('accountId')} and (${limit} is null or running < ${limit})
    returning id`;
}

/**
 * Adds the conversion to the period's usage if the tier allows as much. A single upsert creates the period's row,
 * applies a changed limit, and changes nothing beyond the limit.
 */
function takeFromQuota(value: Value): RawBuilder<Usage> {
  const units = unitsOf(value);
  return sql<Usage>`
    insert into usage (account_id, period, used, cap)
    select account.id, ${value('period')}, ${units}, plan.monthly_conversions
    from account join plan on plan.id = account.plan_id
    where account.id = ${value('accountId')} and plan.monthly_conversions >= ${units}
    on conflict (account_id, period) do update set used = usage.used + ${units}, cap = excluded.cap
    where usage.used + ${units} <= excluded.cap
    returning used, cap as "limit"`;
}

/** Adds the conversion to what the key has used of its own limit in the period, if the limit allows as much. */
function takeFromKey(value: Value): RawBuilder<unknown> {
  const units = unitsOf(value);
  const used = sql`case when used_period = ${value('period')} then used else 0 end`;
  return sql`
    update api_key set used = ${used} + ${units}, used_period = ${value('period')}
    where id = ${value('keyId')} and monthly_limit >= ${used} + ${units}
    returning id`;
}

function unitsOf(value: Value): RawBuilder<number> {
  return sql<number>`cast(${value('units')} as integer)`;
}

function insertion(table: keyof Database, row: object): RawBuilder<unknown> {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) select ${sql.join(Object.values(row))}`;
}

type RowOf<Table> = { readonly [Name in keyof Table]?: unknown };

function conversionRow(value: Value) {
  return {
    id: value('id'),
    account_id: value('accountId'),
    key_id: value('keyId'),
    origin: value('origin'),
    status: 'running',
    period: value('period'),
    charged: 1,
    units: value('units'),
    upload_name: value('uploadName'),
    source_format: value('sourceFormat'),
    target_format: value('targetFormat'),
    input_bytes: value('inputBytes'),
    input_sha256: value('inputSha256'),
    created_at: value('createdAt'),
    predicted_ms: value('predictedMs'),
    requires: value('requires'),
    demoted_at: slowedSince(value),
    process_id: value('processId'),
    job: value('job'),
    waiter_id: value('waiterId'),
  } as const satisfies RowOf<ConversionTable>;
}

/** Conversions of an account that is slowed down begin as demoted ones. */
function slowedSince(value: Value): RawBuilder<number> {
  const createdAt = sql`cast(${value('createdAt')} as bigint)`;
  return sql`(select case when slowed_until > ${createdAt} then ${createdAt} else 0 end
    from account where id = ${value('accountId')})`;
}

function deliveryRow(value: Value) {
  return {
    conversion_id: value('id'),
    account_id: value('accountId'),
    url: value('callbackUrl'),
    state: 'pending',
    attempts: 0,
    created_at: value('createdAt'),
    next_at: value('createdAt'),
  } as const satisfies RowOf<WebhookDeliveryTable>;
}
