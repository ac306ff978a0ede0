import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import {
  DetectionView,
  FormatDetails,
  FormatView,
  MergeQuery,
  MergeTarget,
  PlanRequest,
  PlanView,
} from './catalogue-schemas.ts';
import {
  BatchForm,
  BatchItem,
  ConversionView,
  ConvertForm,
  DetectForm,
  Erased,
  HistoryQuery,
  HistoryView,
  MergeForm,
  PendingView,
  UsageQuery,
  UsageView,
  WebhookSecret,
  WebhookView,
} from './conversion-schemas.ts';
import {
  ForgottenRequest,
  Nothing,
  PasswordRequest,
  ResetRequest,
  SignInRequest,
  SignUpRequest,
} from './account-schemas.ts';
import { CreatedKey, KeyChange, KeysView, NewKeyRequest, SessionView } from './key-schemas.ts';

/** One call of the interface: the document, and the tests of every answer, follow from it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/api/v1/conversions/{id}`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** Who may call: with an API key or from the website, if absent; `page` is the website without a session. */
  readonly by?: 'anybody' | 'key' | 'session' | 'page';
  readonly form?: z.ZodObject;
  readonly json?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that mean something to the call, with their explanation. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
}

export interface Answer {
  readonly description: string;
  /** `data` of the envelope; absent when there is none. */
  readonly data?: z.ZodType;
  /** The answer, or another form of it, is a file or a stream of this type. */
  readonly type?: string;
}

const FORM_ERRORS = [
  ...['missing_file', 'empty_file', 'unexpected_file_part', 'too_many_files', 'too_many_parts', 'field_too_long'],
  ...['invalid_multipart', 'unsupported_media_type', 'upload_too_slow', 'file_too_large', 'insufficient_storage'],
] as readonly ErrorCode[];

const CONVERSION_ERRORS = [
  ...['missing_target_format', 'unknown_target_format', 'unknown_source_format', 'invalid_options', 'quota_exceeded'],
  ...['source_format_undetected', 'source_format_mismatch', 'unsupported_conversion', 'loss_not_allowed'],
  ...['input_corrupt', 'input_truncated', 'input_encrypted', 'input_too_complex', 'output_not_verified'],
  ...['too_many_concurrent', 'conversion_failed', 'conversion_timeout', 'conversion_cancelled', 'server_busy'],
] as readonly ErrorCode[];

const REPEATABLE = {
  'Idempotency-Key': 'Chosen by the caller: the same request under the same key gets the same answer for one hour.',
  Prefer: '`respond-async`: answer 202 at once, and let the conversion go on.',
  Accept: '`application/octet-stream`: answer with the converted file itself.',
};
const REPETITION_ERRORS = ['idempotency_in_flight', 'idempotency_conflict'] as const;

const CONVERTED = {
  200: { description: 'The file was converted.', data: ConversionView, type: 'application/octet-stream' },
  202: { description: 'The conversion has begun.', data: PendingView },
};

const CONVERT = {
  method: 'post',
  by: 'key',
  form: ConvertForm,
  headers: REPEATABLE,
  answers: CONVERTED,
  errors: [...FORM_ERRORS, ...CONVERSION_ERRORS, ...REPETITION_ERRORS],
} as const;

const SIGNED_IN = { 200: { description: 'It is done; the session is in the cookie.', data: Nothing } };
const DONE = { 200: { description: 'It is done.', data: Nothing } };
const ACCOUNT_CALL = { method: 'post', by: 'page', errors: ['malformed_request', 'unsupported_media_type'] } as const;

/** There only where people have accounts. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    ...ACCOUNT_CALL,
    ...{ path: '/web/sign-up', id: 'signUp', summary: 'Make an account', json: SignUpRequest, answers: SIGNED_IN },
    errors: [...ACCOUNT_CALL.errors, 'email_taken'],
  },
  {
    ...ACCOUNT_CALL,
    ...{ path: '/web/sign-in', id: 'signIn', summary: 'Sign in', json: SignInRequest, answers: SIGNED_IN },
    errors: [...ACCOUNT_CALL.errors, 'wrong_credentials'],
  },
  { ...ACCOUNT_CALL, path: '/web/sign-out', id: 'signOut', summary: 'Sign out', answers: DONE, errors: [] },
  {
    ...ACCOUNT_CALL,
    ...{ path: '/web/password', id: 'changePassword', summary: 'Change the password', json: PasswordRequest },
    answers: SIGNED_IN,
    errors: [...ACCOUNT_CALL.errors, 'wrong_credentials', 'not_signed_in'],
  },
  {
    ...ACCOUNT_CALL,
    ...{ path: '/web/password/forgotten', id: 'forgetPassword', summary: 'Ask for a new password' },
    ...{ json: ForgottenRequest, answers: DONE },
  },
  {
    ...ACCOUNT_CALL,
    ...{ path: '/web/password/reset', id: 'resetPassword', summary: 'Set a new password', json: ResetRequest },
    answers: DONE,
    errors: [...ACCOUNT_CALL.errors, 'invalid_token'],
  },
];

export const OPERATIONS: readonly Operation[] = [
  { ...CONVERT, path: '/api/v1/convert', id: 'convert', summary: 'Convert a file' },
  { ...CONVERT, path: '/converter/convert', id: 'convertHere', summary: 'Convert a file (the same call)' },
  {
    ...CONVERT,
    path: '/web/convert',
    id: 'convertFromPage',
    summary: 'Convert a file from the website',
    by: 'session',
  },
  {
    ...CONVERT,
    path: '/api/v1/merge',
    id: 'merge',
    summary: 'Join several files into one',
    form: MergeForm,
    by: undefined,
  },
  {
    ...{ method: 'get', path: '/api/v1/merge', id: 'listMergeTargets', summary: 'What files can be joined into' },
    query: MergeQuery,
    answers: { 200: { description: 'The formats that they can become.', data: z.array(MergeTarget).readonly() } },
    errors: ['malformed_request', 'unknown_source_format'],
  },
  {
    ...{ method: 'post', path: '/api/v1/batch', id: 'batch', summary: 'Convert several files, each by itself' },
    form: BatchForm,
    answers: {
      200: {
        description: 'What each file alone would have been answered, in the order of the request.',
        data: z.strictObject({ items: z.array(BatchItem).readonly() }),
      },
    },
    errors: [...FORM_ERRORS, 'missing_target_format', 'invalid_options', 'quota_exceeded'],
  },
  {
    ...{ method: 'post', path: '/api/v1/detect', id: 'detect', summary: 'Find out what a file is' },
    form: DetectForm,
    answers: { 200: { description: 'What the file is.', data: DetectionView } },
    errors: [...FORM_ERRORS, 'source_format_undetected'],
  },
  {
    ...{ method: 'post', path: '/api/v1/plan', id: 'plan', summary: 'See how a file would be converted' },
    form: ConvertForm,
    json: PlanRequest,
    answers: { 200: { description: 'The plan, what it loses, and the ways that were not taken.', data: PlanView } },
    errors: [
      ...FORM_ERRORS,
      ...['malformed_request', 'missing_target_format', 'unknown_target_format', 'unknown_source_format'],
      ...['invalid_options', 'source_format_undetected', 'unsupported_conversion'],
    ] as readonly ErrorCode[],
  },
  {
    ...{ method: 'get', path: '/api/v1/formats', id: 'listFormats', summary: 'List all formats', by: 'anybody' },
    answers: {
      200: { description: 'Every format that can be read or written.', data: z.array(FormatView).readonly() },
    },
    errors: [],
  },
  {
    ...{ method: 'get', path: '/api/v1/formats/{id}', id: 'getFormat', summary: 'One format', by: 'anybody' },
    answers: { 200: { description: 'The format with its targets and sources.', data: FormatDetails } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'get', path: '/api/v1/conversions', id: 'listConversions', summary: 'List conversions' },
    query: HistoryQuery,
    answers: {
      200: { description: 'The account’s conversions, the newest first.', data: z.array(HistoryView).readonly() },
    },
    errors: ['malformed_request'],
  },
  {
    ...{ method: 'get', path: '/api/v1/conversions/{id}', id: 'getConversion', summary: 'One conversion' },
    answers: { 200: { description: 'What has become of the conversion.', data: HistoryView } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'delete', path: '/api/v1/conversions/{id}', id: 'eraseConversion', summary: 'Cancel or erase' },
    answers: { 200: { description: 'It was cancelled, or its result erased.', data: Erased } },
    errors: ['not_found'],
  },
  {
    ...{
      method: 'get',
      path: '/api/v1/conversions/{id}/events',
      id: 'followConversion',
      summary: 'Follow a conversion',
    },
    headers: { 'Last-Event-ID': 'The last event that was seen: only newer ones are told.' },
    answers: { 200: { description: 'The events `queued`, `progress` and `done`.', type: 'text/event-stream' } },
    errors: ['not_found', 'too_many_concurrent'],
  },
  {
    ...{ method: 'get', path: '/api/v1/usage', id: 'getUsage', summary: 'Usage of this month' },
    query: UsageQuery,
    answers: { 200: { description: 'What is left of the quota.', data: UsageView } },
    errors: ['malformed_request'],
  },
  {
    ...{ method: 'get', path: '/api/v1/webhooks', id: 'listWebhooks', summary: 'List webhook deliveries' },
    answers: {
      200: { description: 'Which addresses were told what, the newest first.', data: z.array(WebhookView).readonly() },
    },
    errors: [],
  },
  {
    ...{ method: 'post', path: '/api/v1/webhooks/{conversionId}/replay', id: 'replayWebhook' },
    summary: 'Send a webhook again',
    answers: { 200: { description: 'What has become of it.', data: WebhookView } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'get', path: '/api/v1/webhooks/secret', id: 'getWebhookSecret', summary: 'The secret of webhooks' },
    answers: { 200: { description: 'What the signature is checked with.', data: WebhookSecret } },
    errors: [],
  },
  {
    ...{ method: 'get', path: '/api/v1/keys', id: 'listKeys', summary: 'List the account’s keys', by: 'session' },
    answers: { 200: { description: 'The keys, and how many are active.', data: KeysView } },
    errors: [],
  },
  {
    ...{ method: 'post', path: '/api/v1/keys', id: 'createKey', summary: 'Create a key', by: 'session' },
    json: NewKeyRequest,
    answers: { 201: { description: 'The key, shown only this once.', data: CreatedKey } },
    errors: ['malformed_request', 'unsupported_media_type', 'key_limit_reached'],
  },
  {
    ...{ method: 'patch', path: '/api/v1/keys/{id}', id: 'changeKey', summary: 'Rename a key', by: 'session' },
    json: KeyChange,
    answers: { 200: { description: 'All keys, as they are now.', data: KeysView } },
    errors: ['malformed_request', 'unsupported_media_type', 'not_found'],
  },
  {
    ...{ method: 'delete', path: '/api/v1/keys/{id}', id: 'deactivateKey', summary: 'Deactivate a key', by: 'session' },
    answers: { 200: { description: 'All keys, as they are now.', data: KeysView } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'get', path: '/web/session', id: 'getSession', summary: 'Who is signed in', by: 'anybody' },
    answers: { 200: { description: 'Whether somebody is, and has to be.', data: SessionView } },
    errors: [],
  },
  ...ACCOUNT_OPERATIONS,
  {
    ...{ method: 'get', path: '/d/{name}', id: 'download', summary: 'Download a result', by: 'anybody' },
    headers: { Range: 'One range of bytes.' },
    answers: {
      200: { description: 'The file.', type: 'application/octet-stream' },
      206: { description: 'The range of it.', type: 'application/octet-stream' },
      304: { description: 'It has not changed.' },
      416: { description: 'There is no such range.' },
    },
    errors: ['invalid_signature', 'download_expired'],
  },
  {
    ...{ method: 'get', path: '/healthz', id: 'health', summary: 'Whether the process answers', by: 'anybody' },
    answers: { 200: { description: 'It does.', data: z.strictObject({ status: z.literal('alive') }) } },
    errors: [],
  },
  {
    ...{ method: 'get', path: '/readyz', id: 'readiness', summary: 'Whether it can work', by: 'anybody' },
    answers: {
      200: {
        description: 'It can.',
        data: z.strictObject({ status: z.literal('ready'), running: z.int(), waiting: z.int() }),
      },
    },
    errors: ['draining', 'not_ready'],
  },
];
