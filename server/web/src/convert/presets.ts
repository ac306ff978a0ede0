import { signal } from '@preact/signals';
import type { PresetSettings } from '../../../client/index.ts';
import { problemOf, type Problem } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import { session } from '../shell/session.tsx';
import { chain } from './chain.ts';
import { tasks } from './tasks.ts';

export type Preset = Awaited<ReturnType<typeof service.preset>>;

/** The presets of the account, by name; undefined until they are known. Visitors without an account have none. */
export const presets = signal<readonly Preset[] | undefined>(undefined);

export async function loadPresets(): Promise<void> {
  if (!session.value?.signedIn) return;
  try {
    presets.value = (await service.presets()).presets;
  } catch {
    // Converting goes on without them.
  }
}

/** Saves a preset under a new name, or under one that it replaces. Returns what is wrong, if something is. */
export async function savePreset(name: string, settings: PresetSettings): Promise<Problem | undefined> {
  try {
    await service.savePreset(name, settings);
    await loadPresets();
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/**
 * Fills in what a preset says: the chain, or the target and the options of each file that can become it. Returns the
 * number of files that it fits.
 */
export function usePreset({ steps, targetFormat, options = {}, allowLoss }: Preset): number {
  if (steps) {
    chain.take(steps);
    chain.isShown.value = true;
    return tasks.value.length;
  }
  const fitting = tasks.value.filter(
    ({ isOpen, targets }) => isOpen.value && targets.value.some(({ id }) => id === targetFormat),
  );
  for (const task of fitting) {
    task.choose(targetFormat);
    task.options.setAll(options);
    if (allowLoss) task.acceptLoss(allowLoss);
  }
  return fitting.length;
}
