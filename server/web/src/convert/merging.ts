import { batch, computed, effect, signal } from '@preact/signals';
import { problemOf } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import { listedFormats, tasks } from './tasks.ts';
import { type Choice, TargetWork } from './target-work.ts';
import type { Control } from './work.ts';

/** The merge of all listed files. */
class Merging extends TargetWork {
  readonly id = 'merging';
  readonly targets = signal<readonly Choice[]>([]);

  /** Asks which formats the listed files can be merged into. */
  async detect(): Promise<void> {
    const formats = mergedFormats.peek();
    this.reset();
    if (formats === '') {
      this.targets.value = [];
      return;
    }
    const { signal } = this.aborted;
    this.phase.value = { name: 'detecting' };
    try {
      const found = await service.mergeTargets(formats.split(','), signal);
      if (signal.aborted) return;
      batch(() => {
        this.targets.value = found;
        this.phase.value = { name: 'choosing' };
      });
    } catch (error) {
      if (!signal.aborted) this.fail(problemOf(error));
    }
  }

  protected override start(control: Control) {
    return service.startMerge(
      tasks.peek().map(({ input }) => input),
      { ...this.chosen, ...control },
    );
  }
}

/** The formats of the listed files, when there are several. */
const mergedFormats = computed(() => (tasks.value.length > 1 ? listedFormats.value : ''));

export const merging = new Merging();

effect(() => {
  void tasks.value;
  merging.reset();
});
effect(() => {
  void mergedFormats.value;
  void merging.detect();
});
