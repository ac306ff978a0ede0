import * as z from 'zod';
import { CHAIN_VERBS, DEFAULT_LIMITS } from '../../engine/index.ts';
import { Failure, successOf } from './envelope-schemas.ts';

const formatName = z.string().meta({ description: 'Format, upper case.', example: 'DOCX' });
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const features = z
  .array(z.string())
  .readonly()
  .meta({ description: 'Features of the content.', example: ['pages'] });

export const Report = z
  .strictObject({
    verified: z.enum(['content', 'structure', 'signature']).meta({
      description: 'How far the result was verified: decoded and compared, opened and counted, or recognised.',
    }),
    verdict: z.enum(['accepted', 'refused']).optional().meta({
      description:
        'A refused result is returned only with `onDifference=tell`. Absent for conversions of older versions.',
    }),
    score: z.number().min(0).max(100),
    checks: z
      .array(
        z.strictObject({
          name: z.string(),
          feature: z.string().optional(),
          ok: z.boolean(),
          expected: z.union([z.string(), z.number()]),
          found: z.union([z.string(), z.number()]),
        }),
      )
      .readonly(),
    differences: z
      .array(
        z.strictObject({
          kind: z.string().meta({ example: 'cell_changed' }),
          severity: z.enum(['refuse', 'tell']),
          message: z.string().meta({ example: 'Cell B3 of sheet "Costs" is different: expected 12, found 13.' }),
          place: z.record(z.string(), z.union([z.string(), z.number()])),
          expected: z.union([z.string(), z.number()]).optional(),
          found: z.union([z.string(), z.number()]).optional(),
          feature: z.string().optional(),
        }),
      )
      .readonly()
      .optional()
      .meta({ description: 'What differs beside what is announced in `lost` and `gone`: the first 50.' }),
    differencesBeyond: z.int().nonnegative().optional().meta({ description: 'How many more differences there are.' }),
    judge: z
      .strictObject({
        reads: z.string().optional(),
        writes: z.string().optional(),
        judges: z.string().optional(),
        independent: z.boolean(),
      })
      .optional()
      .meta({ description: 'The codecs that read the source, wrote the result, and read it again to verify it.' }),
    lost: features.meta({ description: 'Content that both formats can hold, but that the conversion dropped.' }),
    gone: features.meta({ description: 'Content of the source that the target format cannot hold.' }),
  })
  .meta({ id: 'Report' });

export const Warning = z
  .strictObject({
    code: z.string().meta({ example: 'font_substituted' }),
    message: z.string(),
    lost: features.optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Warning' });

export const RouteStep = z
  .strictObject({ codec: z.string(), from: z.string(), to: z.string() })
  .meta({ id: 'RouteStep', description: 'One step of a conversion.' });

/** One step of a chain, as it is sent. */
export const ChainStep = z
  .strictObject({
    do: z.enum(CHAIN_VERBS).meta({
      description:
        '`convert` changes the format of each file, `merge` makes one of all files, `split` takes a PDF apart (options `split` ' +
        'or `pages`), `optimise` makes files smaller in their own format.',
    }),
    to: z.string().optional().meta({ description: 'Target format, for `convert` and `merge`.' }),
    options: z.record(z.string(), z.unknown()).optional(),
    allowLoss: z.union([z.literal('any'), z.array(z.string()).readonly()]).optional(),
  })
  .meta({ id: 'ChainStep' });

const StepReport = z
  .strictObject({
    do: z.enum(CHAIN_VERBS),
    sourceFormat: formatName,
    targetFormat: formatName,
    files: z.int().nonnegative().meta({ description: 'Files that the step has given.' }),
    durationMs: z.int().nonnegative(),
    route: z.array(RouteStep).readonly(),
    report: Report,
    warnings: z.array(Warning).readonly(),
  })
  .meta({ id: 'StepReport' });

const RESULT = {
  downloadUrl: z.url().meta({ description: 'URL of the result, valid for one hour.' }),
  fileName: z.string().meta({ description: '`<conversion id>.<extension>`.' }),
  downloadName: z.string().meta({ description: 'Name of the saved file: that of the upload with the new extension.' }),
  fileSize: z.int().nonnegative().meta({ description: 'Bytes of the result.' }),
  durationMs: z.int().nonnegative(),
  expiresAt: time,
  sha256,
  route: z.array(RouteStep).readonly(),
  report: Report,
  warnings: z.array(Warning).readonly(),
  files: z
    .array(z.strictObject({ name: z.string(), size: z.int().nonnegative() }))
    .readonly()
    .optional()
    .meta({ description: 'Entries of the ZIP, when one source became several files.' }),
  steps: z.array(StepReport).readonly().optional().meta({ description: 'What each step of a chain has done.' }),
  export: z
    .strictObject({
      status: z.enum(['done', 'failed']),
      message: z.string().optional().meta({ description: 'Why it failed.' }),
    })
    .optional()
    .meta({ description: 'What became of the export to `exportUrl`. After a failure the result can be downloaded.' }),
};

const FORMATS = { conversionId: z.uuid(), sourceFormat: formatName, targetFormat: formatName };

/** `data` of a conversion's answer: the seven fields that the interface fixes, and ours. */
export const ConversionView = z.strictObject({ ...FORMATS, ...RESULT }).meta({ id: 'Conversion' });
export type ConversionView = z.infer<typeof ConversionView>;

/** `data` of the immediate answer for an asynchronous conversion. */
export const PendingView = z
  .strictObject({
    ...FORMATS,
    status: z.literal('running'),
    statusUrl: z.url().meta({ description: 'URL of its status.' }),
    eventsUrl: z.url().meta({ description: 'URL of its progress as server-sent events.' }),
  })
  .meta({ id: 'PendingConversion' });
export type PendingView = z.infer<typeof PendingView>;

/** A conversion in the history: its formats, its outcome, and its `downloadUrl` until it expires. */
export const HistoryView = z
  .strictObject({
    ...FORMATS,
    status: z.enum(['running', 'succeeded', 'failed', 'cancelled', 'expired']),
    uploadName: z.string().optional().meta({ description: 'Name of the uploaded file, the first of several.' }),
    createdAt: time,
    finishedAt: time.nullable(),
    ...z.object(RESULT).partial().shape,
    error: z
      .strictObject({
        code: z.string(),
        message: z.string(),
        retryable: z.boolean().meta({ description: 'Whether the same conversion may succeed later.' }),
        details: z.record(z.string(), z.unknown()).optional(),
      })
      .optional(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryView = z.infer<typeof HistoryView>;

/** The answer for one file of a batch, with its name, or with its address if it could not be fetched. */
export const BatchItem = z
  .discriminatedUnion('success', [
    successOf(ConversionView).extend({ file: z.string() }),
    Failure.extend({ file: z.string() }),
  ])
  .meta({ id: 'BatchItem' });
export type BatchItem = z.infer<typeof BatchItem>;

/** The state of one webhook delivery. */
export const WebhookView = z
  .strictObject({
    conversionId: z.uuid(),
    url: z.url(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int().nonnegative(),
    createdAt: time,
    nextAt: time.nullable().meta({ description: 'Time of the next attempt.' }),
    lastStatus: z.int().optional().meta({ description: 'HTTP status of the last answer.' }),
    lastError: z.string().optional(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookView = z.infer<typeof WebhookView>;

export const WebhookSecret = z.strictObject({ secret: z.string().regex(/^whsec_/) });

export const Erased = z.strictObject({ conversionId: z.string() });

export const HistoryQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Most entries to return.' }),
  before: z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .optional()
    .meta({
      description: 'Only entries created before this time.',
      override: { type: 'string', format: 'date-time' },
    }),
  search: z.string().trim().min(1).max(200).optional().meta({
    description: 'Only entries whose result has this in its name, or whose source or target format or status it is.',
  }),
});

export const UsageQuery = z.object({
  by: z.enum(['day']).optional().meta({ description: '`day`: usage per day of the month.' }),
});

export const DayUsage = z
  .strictObject({
    day: z.iso.date().meta({ description: 'Day in UTC.' }),
    api: z.int().nonnegative().meta({ description: 'Conversions with an API key.' }),
    web: z.int().nonnegative().meta({ description: 'Conversions on the website.' }),
  })
  .meta({ id: 'DayUsage' });

export const UsageView = z
  .strictObject({
    plan: z.string().meta({ description: 'Name of the account’s plan.' }),
    period: z.string().meta({ description: 'Calendar month in UTC.', example: '2026-11' }),
    used: z.int().nonnegative(),
    limit: z.int().nonnegative(),
    remaining: z.int().nonnegative(),
    resetsAt: time,
    days: z
      .array(DayUsage)
      .readonly()
      .optional()
      .meta({ description: 'Days with charged conversions, as far as the history goes back; only with `by=day`.' }),
  })
  .meta({ id: 'Usage' });

const file = z.instanceof(File).meta({ override: { type: 'string', format: 'binary' } });
const options = z.string().optional().meta({
  description:
    'Options as a JSON object, such as `{"quality": 80}`. `GET /api/v1/formats/{id}` lists those of each pair.',
});
const targetFormat = z
  .string()
  .optional()
  .meta({ description: 'Format to convert to: an id or an alias. Absent only with `steps`.', example: 'docx' });
const steps = z
  .string()
  .optional()
  .meta({
    description:
      `A chain of 1 to ${DEFAULT_LIMITS.chainSteps} steps as a JSON list, such as ` +
      '`[{"do": "merge", "to": "pdf"}, {"do": "optimise", "options": {"quality": 60}}]`, instead of `targetFormat`, `options` ' +
      'and `allowLoss`. Each is a `ChainStep` and counts as one conversion.',
  });
const preset = z.string().optional().meta({
  description: 'Name of a preset, instead of `targetFormat` or `steps`. Options of the request replace its own.',
});
const allowLoss = z
  .string()
  .optional()
  .meta({ description: 'Features that may be lost, separated by commas, or `any`.' });

const verify = z.enum(['quick', 'full']).optional().meta({
  description: 'How much of the result is compared with the file: what shows most faults quickly, or everything.',
});
const onDifference = z
  .enum(['refuse', 'tell'])
  .optional()
  .meta({
    description:
      'What becomes of a result that verification refuses: `refuse` discards it, `tell` returns it with `report.verdict` ' +
      '`refused` and its differences.',
  });

const callbackUrl = z
  .url()
  .optional()
  .meta({ description: 'URL that receives a signed webhook when the conversion has ended.' });

const exportUrl = z
  .url({ protocol: /^https?$/ })
  .optional()
  .meta({
    description: 'Address of a presigned PUT that receives the result besides the download; https only.',
  });

const url = z.url().optional().meta({
  description: 'Address of the file, instead of `file`: the service fetches it, following at most three redirects.',
});
const upload = z.string().optional().meta({
  description: 'Id of an upload of several requests (`/api/v1/uploads`), instead of `file`.',
});
const urls = z.array(z.url()).optional().meta({
  description:
    'Addresses of the files, instead of `file`: a part for each, in their order. One that cannot be fetched refuses the request.',
});
const uploads = z.array(z.string()).optional().meta({
  description:
    'Ids of uploads of several requests (`/api/v1/uploads`), instead of `file`: a part for each, in their order.',
});
const separateUrls = urls.meta({
  description:
    'Addresses of the files, instead of `file`: a part for each, in their order. One that cannot be fetched fails by itself.',
});

export const ConvertForm = z.object({
  file: file.optional().meta({ description: 'The file to convert, at most 50 MB (52,428,800 bytes) on every plan.' }),
  ...{ url, upload },
  ...{ targetFormat, steps, preset },
  sourceFormat: z.string().optional().meta({ description: 'Format of the file, if it cannot be detected.' }),
  options,
  allowLoss,
  verify,
  onDifference,
  callbackUrl,
  exportUrl,
});

const files = z.array(file).min(1).optional();
export const BatchForm = z.object({
  file: files,
  urls: separateUrls,
  upload: uploads,
  targetFormat,
  steps,
  preset,
  options,
  allowLoss,
  verify,
  onDifference,
});
export const MergeForm = z.object({
  ...{
    file: files,
    urls,
    upload: uploads,
    targetFormat,
    steps,
    preset,
    options,
    verify,
    onDifference,
    callbackUrl,
    exportUrl,
  },
});
export const DetectForm = z.object({ file: file.optional(), url, upload });
