import { batch, computed, effect, signal } from '@preact/signals';
import { problemOf } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import { isLooking, tasks } from './tasks.ts';
import { type Choice, Work } from './work.ts';

/** Several files on their way to becoming one. */
class Joining extends Work {
  readonly id = 'joining';
  readonly targets = signal<readonly Choice[]>([]);

  /** Finds out what the files of the list can be joined into. */
  async look(): Promise<void> {
    const formats = joinedFormats.peek();
    this.beginAnew();
    if (formats === '') {
      this.targets.value = [];
      return;
    }
    const { signal } = this.aborted;
    this.phase.value = { name: 'looking' };
    try {
      const found = await service.mergeTargets(formats.split(','), signal);
      if (signal.aborted) return;
      batch(() => {
        this.targets.value = found.map((target) => ({ ...target, gone: [] }));
        this.phase.value = { name: 'choosing' };
      });
    } catch (error) {
      if (!signal.aborted) this.fail(problemOf(error));
    }
  }

  /** Ends what goes on, and forgets what has become of it: the files are others now, or in another order. */
  beginAnew(): void {
    this.cancel();
    this.phase.value = { name: 'choosing' };
  }

  protected override start(start: Parameters<Work['start']>[0]) {
    return service.startMerge(
      tasks.peek().map(({ file }) => file),
      start,
    );
  }
}

/** The formats of the listed files, when there are several and it is known of each what it is. */
const joinedFormats = computed(() => {
  const sources = tasks.value.map(({ source }) => source.value?.id);
  const isKnown = sources.length > 1 && !isLooking.value && !sources.includes(undefined);
  return isKnown ? [...new Set(sources)].sort().join() : '';
});

export const joining = new Joining();

effect(() => {
  void tasks.value;
  joining.beginAnew();
});
effect(() => {
  void joinedFormats.value;
  void joining.look();
});
