import { failure, success } from '../envelope.ts';
import { ServiceError } from '../errors.ts';
import { signalOf } from '../middleware/abort-signal.ts';
import { callerOf, type RouteContext, separateFilesOf } from '../middleware/state.ts';
import type { BatchItem } from '../openapi/conversion-schemas.ts';
import type { Answered, ConversionAnswers } from '../services/conversion-answers.ts';
import { mapWithin } from '../services/map-within.ts';
import type { Presets } from '../services/presets.ts';
import { quotaHeaders } from '../services/quotas.ts';
import { FailedImport } from '../services/upload.ts';
import { readConversion } from './presets.ts';

/** Characters of an address that an answer repeats. */
const ADDRESS_LENGTH = 2_000;

export interface BatchDependencies {
  readonly answers: ConversionAnswers;
  readonly presets: Presets;
  readonly limits: { readonly batchAtOnce: number };
  readonly now: () => number;
}

/** `POST /api/v1/batch`: converts several files separately. A failure does not stop the others. */
export function convertBatch({ answers, presets, limits, now }: BatchDependencies) {
  return async (context: RouteContext): Promise<void> => {
    const { accountId, keyId, hasQuota, tier } = callerOf(context);
    const { uploads, fields } = separateFilesOf(context);
    const { log, requestId } = context.state;
    const signal = signalOf(context);
    const asked = await readConversion(fields, accountId, presets);
    if (asked.exportUrl !== undefined) throw oneAddress();
    const common = {
      ...asked,
      kind: asked.steps ? 'chain' : 'convert',
      accountId,
      tier,
      keyId,
      hasKeyQuota: hasQuota,
      origin: keyId === undefined ? 'web' : 'api',
      signal,
    } as const;
    let latest: Answered<unknown>['usage'] | undefined;

    const items = await mapWithin(
      Math.min(limits.batchAtOnce, tier.maxConcurrent ?? Infinity),
      uploads,
      async (upload): Promise<BatchItem> => {
        if (upload instanceof FailedImport)
          return { file: upload.address.slice(0, ADDRESS_LENGTH), ...failure(upload.error, requestId) };
        const file = upload.fileName;
        try {
          const { answer, usage } = await answers.finished({ ...common, uploads: [upload] }, log);
          if (!latest || usage.used > latest.used) latest = usage;
          return { file, ...answer.body };
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          return { file, ...failure(error, requestId) };
        }
      },
    );

    if (latest) context.set(quotaHeaders(latest, now()));
    const converted = items.filter((item) => item.success).length;
    context.body = success(`${converted} of ${items.length} files were converted.`, { items });
  };
}

/** Each result would replace the one before. */
function oneAddress(): ServiceError {
  const message = 'A batch has several results, and exportUrl takes one. Convert each file by itself to export it.';
  return new ServiceError({ code: 'malformed_request', message, field: 'exportUrl' });
}
