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
import { DeletedPreset, NewPresetRequest, PresetRequest, PresetsView, PresetView } from './preset-schemas.ts';
import { UploadView } from './upload-schemas.ts';
import { CreatedKey, KeyChange, KeysView, NewKeyRequest, SessionView } from './key-schemas.ts';

/** One call of the interface. The OpenAPI document and the check of every answer in tests are derived from it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options';
  /** Path as in OpenAPI: `/api/v1/conversions/{id}`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** Who may call. Absent: with an API key or from the website. `page`: from the website without a session. */
  readonly by?: 'anybody' | 'key' | 'session' | 'page';
  readonly form?: z.ZodObject;
  readonly json?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that the call uses, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
}

export interface Answer {
  readonly description: string;
  /** `data` of the envelope; absent when there is none. */
  readonly data?: z.ZodType;
  /** Content type, when the answer may be a file or a stream. */
  readonly type?: string;
}

const FORM_ERRORS = [
  ...['missing_file', 'empty_file', 'unexpected_file_part', 'too_many_files', 'too_many_parts', 'field_too_long'],
  ...['invalid_url', 'url_not_allowed', 'url_unreachable', 'url_timeout', 'malformed_request'],
  'upload_conflict',
  ...['invalid_multipart', 'unsupported_media_type', 'upload_too_slow', 'file_too_large', 'insufficient_storage'],
] as readonly ErrorCode[];

const CONVERSION_ERRORS = [
  ...['missing_target_format', 'unknown_target_format', 'unknown_source_format', 'invalid_options', 'quota_exceeded'],
  'not_found',
  ...['source_format_undetected', 'source_format_mismatch', 'unsupported_conversion', 'loss_not_allowed'],
  ...['input_corrupt', 'input_truncated', 'input_encrypted', 'input_too_complex', 'output_not_verified'],
  ...['too_many_concurrent', 'conversion_failed', 'conversion_timeout', 'conversion_cancelled', 'server_busy'],
] as readonly ErrorCode[];

const REPEATABLE = {
  'Idempotency-Key': 'Chosen by the caller. A repeated request with the same key gets the same answer for one hour.',
  Prefer: '`respond-async`: answer 202 at once while the conversion continues.',
  Accept: '`application/octet-stream`: answer with the converted file itself.',
};
const REPETITION_ERRORS = ['idempotency_in_flight', 'idempotency_conflict'] as const;

const CONVERTED = {
  200: {
    description: 'The file was converted. With `Accept: application/octet-stream` the body is the file itself.',
    data: ConversionView,
  },
  202: { description: 'The conversion has started.', data: PendingView },
};

const CONVERT = {
  method: 'post',
  by: 'key',
  form: ConvertForm,
  headers: REPEATABLE,
  answers: CONVERTED,
  errors: [...FORM_ERRORS, ...CONVERSION_ERRORS, ...REPETITION_ERRORS],
} as const;

const PRESET_ERRORS = [
  ...['malformed_request', 'unsupported_media_type', 'unknown_target_format', 'invalid_options', 'file_too_large'],
  'preset_limit_reached',
] as readonly ErrorCode[];

const SIGNED_IN = { 200: { description: 'Done. The session is in the cookie.', data: Nothing } };
const SIGNED_UP = {
  200: { description: 'The address has an account: a new one, or the one that it had before.', data: Nothing },
};
const DONE = { 200: { description: 'Done.', data: Nothing } };
const ACCOUNT_CALL = { method: 'post', by: 'page', errors: ['malformed_request', 'unsupported_media_type'] } as const;

const TUS = { 'Tus-Resumable': '`1.0.0`: the version of the tus protocol.' };
const TUS_ERRORS = ['not_found', 'unsupported_tus_version'] as readonly ErrorCode[];

/** Exist only where a plan allows files of more than 50 MB. */
const UPLOAD_OPERATIONS: readonly Operation[] = [
  {
    ...{ method: 'options', path: '/api/v1/uploads', id: 'uploadCapabilities', by: 'anybody' },
    summary: 'Say what of the tus protocol is understood',
    answers: { 204: { description: 'The headers `Tus-Version`, `Tus-Extension` and `Tus-Max-Size`.' } },
    errors: [],
  },
  {
    ...{ method: 'post', path: '/api/v1/uploads', id: 'createUpload', summary: 'Create an upload of several requests' },
    headers: {
      ...TUS,
      'Upload-Length': 'Bytes of the whole file.',
      'Upload-Metadata': '`filename` and the name in Base64.',
    },
    answers: { 201: { description: 'Created. Its address is in `Location`.', data: UploadView } },
    errors: [
      ...TUS_ERRORS,
      'malformed_request',
      'empty_file',
      'file_too_large',
      'upload_limit_reached',
      'insufficient_storage',
    ],
  },
  {
    ...{
      method: 'get',
      path: '/api/v1/uploads/{id}',
      id: 'showUpload',
      summary: 'Say how much of an upload has arrived',
    },
    headers: TUS,
    answers: { 200: { description: 'Also in the header `Upload-Offset`, for HEAD too.', data: UploadView } },
    errors: TUS_ERRORS,
  },
  {
    ...{ method: 'patch', path: '/api/v1/uploads/{id}', id: 'appendToUpload', summary: 'Send more bytes of an upload' },
    headers: { ...TUS, 'Upload-Offset': 'Bytes that have arrived before.' },
    answers: { 204: { description: 'Stored. The new offset is in `Upload-Offset`.' } },
    errors: [
      ...TUS_ERRORS,
      ...(['malformed_request', 'unsupported_media_type', 'upload_conflict'] as const),
      ...(['upload_too_slow', 'insufficient_storage'] as const),
    ],
  },
  {
    ...{ method: 'delete', path: '/api/v1/uploads/{id}', id: 'deleteUpload', summary: 'Delete an upload' },
    headers: TUS,
    answers: { 204: { description: 'Deleted.' } },
    errors: TUS_ERRORS,
  },
];

/** Exist only with `ACCOUNTS=yes`. */
const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    ...ACCOUNT_CALL,
    ...{ path: '/web/sign-up', id: 'signUp', summary: 'Create an account', json: SignUpRequest, answers: SIGNED_UP },
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
    ...{ path: '/web/password/forgotten', id: 'forgetPassword', summary: 'Request a password reset' },
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
  { ...CONVERT, path: '/converter/convert', id: 'convertHere', summary: 'Convert a file (alias)' },
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
    summary: 'Merge several files into one',
    form: MergeForm,
    by: undefined,
  },
  {
    ...{
      method: 'get',
      path: '/api/v1/merge',
      id: 'listMergeTargets',
      summary: 'List formats that files can be merged into',
    },
    query: MergeQuery,
    answers: {
      200: { description: 'The formats that the files can be merged into.', data: z.array(MergeTarget).readonly() },
    },
    errors: ['malformed_request', 'unknown_source_format'],
  },
  {
    ...{ method: 'post', path: '/api/v1/batch', id: 'batch', summary: 'Convert several files separately' },
    form: BatchForm,
    answers: {
      200: {
        description: 'The answer for each file, in the order of the request.',
        data: z.strictObject({ items: z.array(BatchItem).readonly() }),
      },
    },
    errors: [...FORM_ERRORS, 'missing_target_format', 'invalid_options', 'quota_exceeded'],
  },
  {
    ...{ method: 'post', path: '/api/v1/detect', id: 'detect', summary: 'Detect the format of a file' },
    form: DetectForm,
    answers: { 200: { description: 'The detected format.', data: DetectionView } },
    errors: [...FORM_ERRORS, 'source_format_undetected'],
  },
  {
    ...{ method: 'post', path: '/api/v1/plan', id: 'plan', summary: 'Plan a conversion' },
    form: ConvertForm,
    json: PlanRequest,
    answers: { 200: { description: 'The plan, its losses, and the rejected routes.', data: PlanView } },
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
    ...{ method: 'get', path: '/api/v1/formats/{id}', id: 'getFormat', summary: 'Get a format', by: 'anybody' },
    answers: { 200: { description: 'The format with its targets and sources.', data: FormatDetails } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'get', path: '/api/v1/conversions', id: 'listConversions', summary: 'List conversions' },
    query: HistoryQuery,
    answers: {
      200: { description: 'The account’s conversions, newest first.', data: z.array(HistoryView).readonly() },
    },
    errors: ['malformed_request'],
  },
  {
    ...{ method: 'get', path: '/api/v1/conversions/{id}', id: 'getConversion', summary: 'Get a conversion' },
    answers: { 200: { description: 'The conversion with its status.', data: HistoryView } },
    errors: ['not_found'],
  },
  {
    ...{
      method: 'delete',
      path: '/api/v1/conversions/{id}',
      id: 'eraseConversion',
      summary: 'Cancel or erase a conversion',
    },
    answers: { 200: { description: 'The conversion was cancelled, or its result erased.', data: Erased } },
    errors: ['not_found'],
  },
  {
    ...{
      method: 'get',
      path: '/api/v1/conversions/{id}/events',
      id: 'followConversion',
      summary: 'Stream the progress of a conversion',
    },
    headers: { 'Last-Event-ID': 'Id of the last received event: only newer events are sent.' },
    answers: { 200: { description: 'The events `queued`, `progress` and `done`.', type: 'text/event-stream' } },
    errors: ['not_found', 'too_many_concurrent'],
  },
  {
    ...{ method: 'get', path: '/api/v1/usage', id: 'getUsage', summary: 'Get the usage of this month' },
    query: UsageQuery,
    answers: { 200: { description: 'Usage and quota.', data: UsageView } },
    errors: ['malformed_request'],
  },
  {
    ...{ method: 'get', path: '/api/v1/webhooks', id: 'listWebhooks', summary: 'List webhook deliveries' },
    answers: {
      200: { description: 'The webhook deliveries, newest first.', data: z.array(WebhookView).readonly() },
    },
    errors: [],
  },
  {
    ...{ method: 'post', path: '/api/v1/webhooks/{conversionId}/replay', id: 'replayWebhook' },
    summary: 'Send a webhook again',
    answers: { 200: { description: 'The delivery with its state.', data: WebhookView } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'get', path: '/api/v1/webhooks/secret', id: 'getWebhookSecret', summary: 'Get the webhook secret' },
    answers: { 200: { description: 'The secret that verifies signatures.', data: WebhookSecret } },
    errors: [],
  },
  {
    ...{ method: 'get', path: '/api/v1/presets', id: 'listPresets', summary: 'List presets' },
    answers: { 200: { description: 'The presets of the account, by name.', data: PresetsView } },
    errors: [],
  },
  {
    ...{ method: 'post', path: '/api/v1/presets', id: 'createPreset', summary: 'Save a preset' },
    json: NewPresetRequest,
    answers: { 201: { description: 'The preset. Conversions name it in the part `preset`.', data: PresetView } },
    errors: [...PRESET_ERRORS, 'preset_exists'],
  },
  {
    ...{ method: 'get', path: '/api/v1/presets/{name}', id: 'getPreset', summary: 'Get a preset' },
    answers: { 200: { description: 'The preset.', data: PresetView } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'put', path: '/api/v1/presets/{name}', id: 'savePreset', summary: 'Save or replace a preset' },
    json: PresetRequest,
    answers: { 200: { description: 'The preset.', data: PresetView } },
    errors: PRESET_ERRORS,
  },
  {
    ...{ method: 'delete', path: '/api/v1/presets/{name}', id: 'deletePreset', summary: 'Delete a preset' },
    answers: { 200: { description: 'The preset was deleted.', data: DeletedPreset } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'get', path: '/api/v1/keys', id: 'listKeys', summary: 'List the account’s keys', by: 'session' },
    answers: { 200: { description: 'The keys, and how many are active.', data: KeysView } },
    errors: [],
  },
  {
    ...{ method: 'post', path: '/api/v1/keys', id: 'createKey', summary: 'Create a key', by: 'session' },
    json: NewKeyRequest,
    answers: { 201: { description: 'The key. It is shown only once.', data: CreatedKey } },
    errors: ['malformed_request', 'unsupported_media_type', 'key_limit_reached'],
  },
  {
    ...{ method: 'patch', path: '/api/v1/keys/{id}', id: 'changeKey', summary: 'Rename a key', by: 'session' },
    json: KeyChange,
    answers: { 200: { description: 'All keys after the change.', data: KeysView } },
    errors: ['malformed_request', 'unsupported_media_type', 'not_found'],
  },
  {
    ...{ method: 'delete', path: '/api/v1/keys/{id}', id: 'deactivateKey', summary: 'Deactivate a key', by: 'session' },
    answers: { 200: { description: 'All keys after the change.', data: KeysView } },
    errors: ['not_found'],
  },
  {
    ...{ method: 'post', path: '/mcp', id: 'mcp', summary: 'Serve an AI agent (Model Context Protocol)', by: 'key' },
    json: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().optional() }).meta({
      description: 'One JSON-RPC message, by streamable HTTP without sessions. The key may be a bearer token.',
    }),
    headers: { Accept: 'Both `application/json` and `text/event-stream`.' },
    answers: {
      200: { description: 'The answer to the message, or events that end with it.', type: 'application/json' },
      202: { description: 'A notification was received.' },
    },
    errors: ['malformed_request', 'unsupported_media_type', 'file_too_large'],
  },
  {
    ...{ method: 'get', path: '/web/session', id: 'getSession', summary: 'Get the session', by: 'anybody' },
    answers: {
      200: { description: 'Whether a user is signed in, and whether signing in is required.', data: SessionView },
    },
    errors: [],
  },
  ...UPLOAD_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  {
    ...{ method: 'get', path: '/d/{name}', id: 'download', summary: 'Download a result', by: 'anybody' },
    headers: { Range: 'A single range of bytes.' },
    answers: {
      200: { description: 'The file.', type: 'application/octet-stream' },
      206: { description: 'The requested range.', type: 'application/octet-stream' },
      304: { description: 'The file has not changed.' },
      416: { description: 'The range is outside of the file.' },
    },
    errors: ['invalid_signature', 'download_expired'],
  },
  {
    ...{ method: 'get', path: '/healthz', id: 'health', summary: 'Check that the process answers', by: 'anybody' },
    answers: { 200: { description: 'The process answers.', data: z.strictObject({ status: z.literal('alive') }) } },
    errors: [],
  },
  {
    ...{ method: 'get', path: '/readyz', id: 'readiness', summary: 'Check that the service is ready', by: 'anybody' },
    answers: {
      200: {
        description: 'The service is ready.',
        data: z.strictObject({ status: z.literal('ready'), running: z.int(), waiting: z.int() }),
      },
    },
    errors: ['draining', 'not_ready'],
  },
];
