import type { ChainStep } from '../../engine/index.ts';

/** What a preset says: a target with its options, or the steps of a chain. Plain data, stored as JSON. */
export interface PresetSettings extends Pick<ChainStep, 'options' | 'allowLoss'> {
  readonly targetFormat?: string;
  readonly steps?: readonly ChainStep[];
}

export interface PresetRecord {
  readonly name: string;
  readonly settings: PresetSettings;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface NewPreset extends Pick<PresetRecord, 'name' | 'settings'> {
  readonly accountId: string;
  readonly now: number;
}

export interface PresetStore {
  /** Safe when several processes save at once: an account never has more than `maxPresets`. */
  save(
    preset: NewPreset,
    options: { readonly maxPresets: number; readonly replaces: boolean },
  ): Promise<'created' | 'replaced' | 'exists' | 'full'>;
  find(accountId: string, name: string): Promise<PresetRecord | undefined>;
  /** By name. */
  list(accountId: string): Promise<readonly PresetRecord[]>;
  /** False when there is none. */
  delete(accountId: string, name: string): Promise<boolean>;
}
