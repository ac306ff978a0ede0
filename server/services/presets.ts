import { ServiceError } from '../errors.ts';
import type { PresetRecord, PresetSettings } from '../stores/preset-store.ts';
import type { Store } from '../stores/store.ts';

export type { PresetSettings } from '../stores/preset-store.ts';

/** Conversions that an account has saved by name. Those of other accounts are not visible. */
export interface Presets {
  list(accountId: string): Promise<readonly PresetRecord[]>;
  /** Throws `not_found`. */
  find(accountId: string, name: string): Promise<PresetRecord>;
  /** Throws `preset_exists` or `preset_limit_reached`. */
  create(accountId: string, name: string, settings: PresetSettings): Promise<PresetRecord>;
  /** Creates it where there is none. Throws `preset_limit_reached`. */
  replace(accountId: string, name: string, settings: PresetSettings): Promise<PresetRecord>;
  /** Throws `not_found`. */
  delete(accountId: string, name: string): Promise<void>;
}

export interface PresetsDependencies {
  readonly store: Pick<Store, 'presets'>;
  readonly now: () => number;
  readonly limits: { readonly presets: number };
}

export function createPresets({ store, now, limits: { presets: maxPresets } }: PresetsDependencies): Presets {
  async function find(accountId: string, name: string): Promise<PresetRecord> {
    const found = await store.presets.find(accountId, name);
    if (!found) throw noSuchPreset(name);
    return found;
  }

  async function save(accountId: string, name: string, settings: PresetSettings, replaces: boolean) {
    const preset = { accountId, name, settings, now: now() };
    const outcome = await store.presets.save(preset, { maxPresets, replaces });
    if (outcome === 'exists') throw presetExists(name);
    if (outcome === 'full') throw tooManyPresets(maxPresets);
    return find(accountId, name);
  }

  return {
    find,
    list: (accountId) => store.presets.list(accountId),
    create: (accountId, name, settings) => save(accountId, name, settings, false),
    replace: (accountId, name, settings) => save(accountId, name, settings, true),
    async delete(accountId, name) {
      if (!(await store.presets.delete(accountId, name))) throw noSuchPreset(name);
    },
  };
}

function noSuchPreset(name: string): ServiceError {
  const message = `The account has no preset ${JSON.stringify(name.slice(0, 64))}. Check its name.`;
  return new ServiceError({ code: 'not_found', message, field: 'preset' });
}

function presetExists(name: string): ServiceError {
  const message = `The account has a preset ${JSON.stringify(name)}. Choose another name, or replace it by PUT.`;
  return new ServiceError({ code: 'preset_exists', message, field: 'name' });
}

function tooManyPresets(limit: number): ServiceError {
  const message = `The account has ${limit} of ${limit} presets. Delete one first.`;
  return new ServiceError({ code: 'preset_limit_reached', message, details: { limit } });
}
