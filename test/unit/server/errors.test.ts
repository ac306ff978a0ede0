import { describe, expect, it } from 'vitest';
import { ConversionError, ENGINE_ERRORS, type EngineErrorCode } from '../../../engine/index.ts';
import { failure } from '../../../server/envelope.ts';
import { ClientClosedError, ERRORS, ServiceError, serviceErrorOf } from '../../../server/errors.ts';

const codes = Object.keys(ENGINE_ERRORS) as EngineErrorCode[];

describe('the table of errors', () => {
  it.each(codes.filter((code) => code !== 'aborted'))('tells a caller what the engine means by %s', (code) => {
    const error = serviceErrorOf(new ConversionError({ code, message: 'What, why, and what to do.' }), 'c1');
    expect(error).toBeInstanceOf(ServiceError);
    const { status, code: publicCode, conversionId } = error as ServiceError;
    expect(status).toBe(ERRORS[publicCode].status);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(conversionId).toBe('c1');
  });

  it('has no answer for a caller who has gone', () => {
    const error = serviceErrorOf(new ConversionError({ code: 'aborted', message: 'Aborted.' }));
    expect(error).toBeInstanceOf(ClientClosedError);
  });

  it.each(
    Object.entries({
      400: 'missing_file empty_file missing_target_format unknown_target_format unknown_source_format invalid_options unexpected_file_part too_many_files too_many_parts field_too_long invalid_multipart',
      401: 'missing_api_key invalid_api_key',
      403: 'invalid_signature csrf',
      404: 'not_found',
      405: 'method_not_allowed',
      408: 'upload_too_slow',
      409: 'key_limit_reached idempotency_in_flight',
      410: 'download_expired',
      413: 'file_too_large',
      415: 'unsupported_media_type',
      417: 'expectation_failed',
      422: 'source_format_undetected source_format_mismatch unsupported_conversion loss_not_allowed input_corrupt input_truncated input_encrypted input_too_complex output_not_verified idempotency_conflict',
      429: 'rate_limited quota_exceeded too_many_concurrent',
      500: 'internal conversion_failed',
      503: 'server_busy draining database_unavailable',
      504: 'conversion_timeout',
      507: 'insufficient_storage',
    }),
  )('answers %s for %s', (status, names) => {
    for (const name of names.split(' ')) expect(ERRORS[name as keyof typeof ERRORS]?.status, name).toBe(Number(status));
  });

  it('says when to come back with every 429 and 503', () => {
    const busy = new ServiceError({ code: 'server_busy', message: 'Busy.' });
    expect(busy.headers).toEqual({ 'Retry-After': '10' });
    const limited = new ServiceError({ code: 'rate_limited', message: 'Slow down.', retryAfterSeconds: 0.2 });
    expect(limited.headers).toEqual({ 'Retry-After': '1' });
  });
});

describe('the failure envelope', () => {
  it('has what the interface says, and nothing that is absent', () => {
    const error = new ServiceError({
      ...{ code: 'input_truncated', message: 'The file ends early.', field: 'file', conversionId: 'c1' },
      details: { sourceFormat: 'PNG' },
    });
    expect(failure(error, 'r1')).toEqual({
      success: false,
      message: 'The file ends early.',
      error: {
        ...{ code: 'input_truncated', status: 422, retryable: false, field: 'file', details: { sourceFormat: 'PNG' } },
        docs: '/docs/errors#input_truncated',
      },
      requestId: 'r1',
      conversionId: 'c1',
    });
    const plain = failure(new ServiceError({ code: 'not_found', message: 'Nothing.' }), 'r2');
    expect(Object.keys(plain)).toEqual(['success', 'message', 'error', 'requestId']);
    expect(Object.keys(plain.error)).toEqual(['code', 'status', 'retryable', 'docs']);
  });
});
