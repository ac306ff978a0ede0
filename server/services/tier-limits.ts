import { ServiceError } from '../errors.ts';
import { sizeText } from './size-text.ts';
import type { ConversionRequest } from './conversions.ts';

/** Checked before anything else is done for the request. */
export function requireWithinTier({ tier, uploads }: ConversionRequest, running: number): void {
  const { maxFileBytes = Infinity, maxConcurrent = Infinity } = tier;
  if (uploads.some(({ sizeBytes }) => sizeBytes > maxFileBytes)) throw tooLargeForTier(maxFileBytes);
  if (running >= maxConcurrent) throw tooManyAtOnce(maxConcurrent);
}

function tooLargeForTier(limitBytes: number): ServiceError {
  const message = `The file is larger than the ${sizeText(limitBytes)} that the account's plan allows. Send a smaller file, or change the plan.`;
  return new ServiceError({ code: 'file_too_large', message, field: 'file', details: { limitBytes } });
}

export function tooManyAtOnce(limit: number): ServiceError {
  const message = `The account already runs ${limit} conversions at once, the limit of its plan. Wait until one has ended.`;
  return new ServiceError({ code: 'too_many_concurrent', message, details: { limit } });
}
