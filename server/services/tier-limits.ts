import { ServiceError } from '../errors.ts';
import type { Store } from '../stores/store.ts';
import type { ConversionRequest } from './conversions.ts';

/** What a plan allows is looked at before anything else is done for the request. */
export function requireWithinTier({ tier, uploads }: ConversionRequest, atWork: number): void {
  const { maxFileBytes = Infinity, maxConcurrent = Infinity } = tier;
  if (uploads.some(({ sizeBytes }) => sizeBytes > maxFileBytes)) throw tooLargeForTier(maxFileBytes);
  if (atWork >= maxConcurrent) throw tooManyAtOnce(maxConcurrent);
}

/**
 * Counts what other processes convert for the account, too. Requests that come to several of them within the same
 * moment are not seen by each other: the plan bounds what runs for long, and the quota is exact in any case.
 */
export async function requireWithinTierElsewhere(
  { accountId, tier: { maxConcurrent } }: ConversionRequest,
  { conversions }: Pick<Store, 'conversions'>,
): Promise<void> {
  if (maxConcurrent === undefined) return;
  if ((await conversions.countRunning(accountId)) >= maxConcurrent) throw tooManyAtOnce(maxConcurrent);
}

function tooLargeForTier(limitBytes: number): ServiceError {
  const message = `The file is larger than the ${limitBytes} bytes that the plan allows. Send a smaller file, or change the plan.`;
  return new ServiceError({ code: 'file_too_large', message, field: 'file', details: { limitBytes } });
}

function tooManyAtOnce(limit: number): ServiceError {
  const message = `The account has ${limit} conversions at work, as many as the plan allows. Wait until one has ended.`;
  return new ServiceError({ code: 'too_many_concurrent', message, details: { limit } });
}
