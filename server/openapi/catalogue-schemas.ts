import * as z from 'zod';
import { CHAIN_VERBS } from '../../engine/index.ts';
import { ChainStep, RouteStep, Warning } from './conversion-schemas.ts';

const names = z.array(z.string()).readonly();
const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the options.' });

const FORMAT = {
  id: z.string(),
  name: z.string(),
  family: z.string(),
  extensions: names,
  mimeTypes: names,
  read: z.boolean(),
  write: z.boolean(),
  experimental: z.literal(true).optional(),
};

export const FormatView = z.strictObject(FORMAT).meta({ id: 'Format' });

export const Neighbour = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    lost: names,
    gone: names,
    route: z.array(RouteStep).readonly(),
    options: z
      .strictObject({ $ref: z.string() })
      .meta({ description: 'Where the answer has the JSON Schema of the options, such as `#/data/optionSets/0`.' }),
  })
  .meta({
    id: 'Neighbour',
    description: 'A format that another can be converted to or from, with what the conversion loses.',
  });

export const FormatDetails = z
  .strictObject({
    ...FORMAT,
    targets: z.array(Neighbour).readonly(),
    sources: z.array(Neighbour).readonly(),
    optionSets: z.array(jsonSchema).readonly(),
  })
  .meta({ id: 'FormatDetails' });

/** Formats in one merge request. More kinds of files are not useful. */
const MAX_MERGED_FORMATS = 20;

export const MergeQuery = z.object({
  from: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().min(1)).max(MAX_MERGED_FORMATS))
    .meta({ description: 'The formats of the files, separated by commas.', override: { type: 'string' } }),
});

export const MergeTarget = z
  .strictObject({ id: z.string(), name: z.string(), family: z.string(), lost: names, gone: names, options: jsonSchema })
  .meta({
    id: 'MergeTarget',
    description: 'A format that several files can be merged into, with what the merge loses.',
  });

export const DetectionView = z
  .strictObject({
    format: z.string(),
    confidence: z.number().min(0).max(1),
    via: z.enum(['content', 'name', 'caller']),
    also: names.meta({ description: 'Other formats that this file may be.' }),
    warnings: z.array(Warning).readonly(),
  })
  .meta({ id: 'Detection' });

export const PlanRequest = z.strictObject({
  from: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_MERGED_FORMATS)]).meta({
    description: 'Format of the file; with `steps`, also the formats of several files.',
  }),
  to: z.string().min(1).optional().meta({ description: 'Target format; absent with `steps`.' }),
  steps: z.array(ChainStep).readonly().optional().meta({ description: 'Steps of a chain, to be planned as a whole.' }),
  bytes: z
    .int()
    .nonnegative()
    .optional()
    .meta({ description: 'Size of the file in bytes, for the predicted duration.' }),
  options: z.unknown().optional().meta({ description: 'Options by name.' }),
  allowLoss: z.string().optional(),
});

export const PlanView = z
  .strictObject({
    from: z.string(),
    to: z.string(),
    route: z.array(RouteStep).readonly(),
    lost: names,
    gone: names,
    ms: z.number().meta({ description: 'Predicted duration in milliseconds.' }),
    consent: z.string().optional().meta({ description: 'Set when the plan needs `allowLoss`: what would be lost.' }),
    why: z.string(),
    rejected: z
      .array(z.strictObject({ route: z.string(), reason: z.string(), code: z.string() }))
      .readonly()
      .meta({ description: 'Rejected routes, and why.' }),
    steps: z
      .array(
        z.strictObject({
          do: z.enum(CHAIN_VERBS),
          from: names,
          to: names,
          route: z.array(RouteStep).readonly(),
          lost: names,
          gone: names,
        }),
      )
      .readonly()
      .optional()
      .meta({ description: 'Of a chain: what each step takes, gives and loses. `ms` is for one file of each format.' }),
  })
  .meta({ id: 'Plan' });
