import * as z from 'zod';
import { ChainStep } from './conversion-schemas.ts';

/** A name stands in URLs and in file names of the command line. */
export const PresetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'Expected 1 to 64 lower-case letters, digits, dots, hyphens or underscores')
  .meta({ description: 'Chosen by the owner.', example: 'web-photo' });

const SETTINGS = {
  targetFormat: z
    .string()
    .min(1)
    .max(32)
    .optional()
    .meta({ description: 'Format to convert to; absent with `steps`.' }),
  options: z.record(z.string(), z.unknown()).optional(),
  allowLoss: z.union([z.literal('any'), z.array(z.string()).readonly()]).optional(),
  steps: z.array(ChainStep).readonly().optional().meta({ description: 'Steps of a chain, instead of `targetFormat`.' }),
};

export const NewPresetRequest = z.strictObject({ name: PresetName, ...SETTINGS });
export const PresetRequest = z.strictObject(SETTINGS);

export const PresetView = z
  .strictObject({ name: PresetName, ...SETTINGS, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() })
  .meta({ id: 'Preset', description: 'A conversion, or a chain of steps, that is saved by name.' });
export type PresetView = z.infer<typeof PresetView>;

export const PresetsView = z
  .strictObject({ limit: z.int().positive(), presets: z.array(PresetView).readonly() })
  .meta({ id: 'Presets' });

export const DeletedPreset = z.strictObject({ name: PresetName });
