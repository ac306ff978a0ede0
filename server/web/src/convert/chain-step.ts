import { computed, signal } from '@preact/signals';
import type { ChainStep } from '../../../client/index.ts';
import type { Target } from '../formats/targets.ts';
import { ChosenOptions } from './chosen-options.ts';
import { type JsonSchema, withoutSecrets } from './option-fields.ts';
import type { Choice } from './target-work.ts';

export type Verb = ChainStep['do'];
export const VERBS: readonly Verb[] = ['convert', 'merge', 'split', 'optimise'];

let count = 0;

/** One step of a chain while it is edited. */
export class StepDraft {
  readonly id = `step-${++count}`;
  readonly verb = signal<Verb>('convert');
  readonly to = signal('');
  /** What the files of the step before can become; for `split` and `optimise`, their own format. */
  readonly choices = signal<readonly Choice[]>([]);
  readonly options: ChosenOptions;
  /** What the step takes, gives and loses; undefined until the chain is planned. */
  readonly planned = signal<
    (Pick<Target, 'lost' | 'gone'> & { readonly from: readonly string[]; readonly to: readonly string[] }) | undefined
  >(undefined);
  readonly changesFormat = computed(() => this.verb.value === 'convert' || this.verb.value === 'merge');
  readonly isComplete = computed(
    () => (!this.changesFormat.value || this.to.value !== '') && this.options.isValid.value,
  );
  #allowLoss: ChainStep['allowLoss'];

  constructor(step?: ChainStep) {
    this.options = new ChosenOptions(computed(() => this.#schema()));
    if (!step) return;
    this.verb.value = step.do;
    this.to.value = step.to ?? '';
    this.options.setAll(step.options ?? {});
    this.#allowLoss = step.allowLoss;
  }

  /** As it is sent; as it is saved, without passwords. */
  toStep({ isSaved = false } = {}): ChainStep {
    const values = this.options.values();
    const options = isSaved ? withoutSecrets(values) : values;
    return {
      do: this.verb.value,
      ...(this.changesFormat.value && { to: this.to.value }),
      ...(Object.keys(options).length > 0 && { options }),
      ...(this.#allowLoss && { allowLoss: this.#allowLoss }),
    };
  }

  #schema(): JsonSchema {
    const own = this.choices.value.find(
      ({ id }) => id === (this.changesFormat.value ? this.to.value : this.planned.value?.to[0]),
    );
    if (!own) return {};
    if (this.verb.value !== 'split') return withoutSplit(own.options);
    const { properties = {} } = own.options as { readonly properties?: Readonly<Record<string, JsonSchema>> };
    return {
      properties: Object.fromEntries(Object.entries(properties).filter(([id]) => id === 'split' || id === 'pages')),
    };
  }
}

/** Taking a file apart is a step of its own. */
function withoutSplit(schema: JsonSchema): JsonSchema {
  const { split: _, ...properties } = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  return { ...schema, properties };
}
