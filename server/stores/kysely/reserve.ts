import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ConversionStore, NewConversion, Usage } from '../store.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import type { ConversionTable, Database, WebhookDeliveryTable } from './schema.ts';

export type CreateReserve = (database: Kysely<Database>) => ConversionStore['reserve'];

/** For a database whose statements write to one table each: three statements in a transaction. */
export function reserveByTransaction(database: Kysely<Database>): ConversionStore['reserve'] {
  const prepare = <Row>(build: (value: Value) => RawBuilder<Row>) =>
    prepareQuery<Values, Row>((value) => build(value).compile(database));
  const take = prepare(takeFromQuota);
  const insert = prepare((value) => insertion('conversion', conversionRow(value)));
  const announce = prepare((value) => insertion('webhook_delivery', deliveryRow(value)));
  return (conversion) =>
    database.transaction().execute(async (transaction) => {
      const values = valuesOf(conversion);
      const [usage] = (await take(transaction, values)).rows;
      if (!usage) return undefined;
      await insert(transaction, values);
      if (values.callbackUrl !== null) await announce(transaction, values);
      return usage;
    });
}

/** For a database whose statements can be nested: one statement and one round trip. */
export function reserveByStatement(database: Kysely<Database>): ConversionStore['reserve'] {
  const reserve = prepareQuery<Values, Usage>((value) =>
    sql<Usage>`
      with taken as (${takeFromQuota(value)}),
      recorded as (${insertion('conversion', conversionRow(value))} from taken),
      announced as (
        ${insertion('webhook_delivery', deliveryRow(value))} from taken where ${value('callbackUrl')}::text is not null
      )
      select used, "limit" from taken`.compile(database),
  );
  return async (conversion) => (await reserve(database, valuesOf(conversion))).rows[0];
}

/** The values of a reservation; null for those that are absent. */
type Values = { readonly [Name in keyof NewConversion]-?: Exclude<NewConversion[Name], undefined> | null };
type Value = ValueOf<Values>;

function valuesOf(conversion: NewConversion): Values {
  return { ...conversion, keyId: conversion.keyId ?? null, callbackUrl: conversion.callbackUrl ?? null };
}

/**
 * Adds one conversion to the period's usage if the tier allows one more. A single upsert creates the period's row,
 * applies a changed limit, and changes nothing beyond the limit.
 */
function takeFromQuota(value: Value): RawBuilder<Usage> {
  return sql<Usage>`
    insert into usage (account_id, period, used, cap)
    select account.id, ${value('period')}, 1, plan.monthly_conversions
    from account join plan on plan.id = account.plan_id
    where account.id = ${value('accountId')} and plan.monthly_conversions > 0
    on conflict (account_id, period) do update set used = usage.used + 1, cap = excluded.cap
    where usage.used < excluded.cap
    returning used, cap as "limit"`;
}

/** Leaves out `from`, so that the caller can add a source that decides whether a row is inserted. */
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
    source_format: value('sourceFormat'),
    target_format: value('targetFormat'),
    input_bytes: value('inputBytes'),
    input_sha256: value('inputSha256'),
    created_at: value('createdAt'),
    process_id: value('processId'),
  } as const satisfies RowOf<ConversionTable>;
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
