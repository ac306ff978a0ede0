import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Target } from '../formats/targets.ts';
import { ChosenOptions } from './chosen-options.ts';
import type { JsonSchema } from './option-fields.ts';
import { Work } from './work.ts';

/** A possible target with its options. */
export type Choice = Target & { readonly options: JsonSchema };

/** A conversion to one format. */
export abstract class TargetWork extends Work {
  abstract readonly targets: ReadonlySignal<readonly Choice[]>;
  readonly targetId = signal<string | undefined>(undefined);
  readonly target = computed(() => this.targets.value.find(({ id }) => id === this.targetId.value));
  readonly options = new ChosenOptions(computed(() => this.target.value?.options ?? {}));
  readonly isReady = computed(() => this.isOpen.value && !!this.target.value && this.options.isValid.value);

  choose(targetId: string | undefined): void {
    batch(() => {
      this.targetId.value = targetId;
      if (this.phase.value.name === 'failed' || this.phase.value.name === 'cancelled')
        this.phase.value = { name: 'choosing' };
    });
  }

  /** What a request says of the choice. */
  protected get chosen() {
    return { to: this.target.value!.id, options: this.options.values() };
  }
}
