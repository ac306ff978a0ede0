import { computed, effect, signal } from '@preact/signals';
import type { ChainStep } from '../../../client/index.ts';
import { commonTargets } from '../formats/targets.ts';
import { describeFormat } from '../formats/catalogue.ts';
import { type Problem, problemOf } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import { StepDraft } from './chain-step.ts';
import type { Choice } from './target-work.ts';
import { listedFormats, tasks } from './tasks.ts';
import { type Control, Work } from './work.ts';

/** Steps of one chain at most. */
export const MAX_STEPS = 8;
/** Pause in typing after which a chain is planned. */
const TYPING_MS = 250;

/** Several steps on all listed files, in one conversion. */
class Chain extends Work {
  readonly id = 'chain';
  readonly steps = signal<readonly StepDraft[]>([new StepDraft()]);
  /** Why the steps cannot follow each other. */
  readonly objection = signal<Problem | undefined>(undefined);
  readonly isPlanned = signal(false);
  /** Whether its card is unfolded. */
  readonly isShown = signal(false);
  readonly isComplete = computed(() => this.steps.value.every(({ isComplete }) => isComplete.value));
  readonly isReady = computed(() => this.isOpen.value && this.isComplete.value && this.isPlanned.value);
  #planning = new AbortController();

  /** What the chain begins with is known by the tasks. */
  async detect(): Promise<void> {
    this.reset();
  }

  /** Replaces all steps by those of a preset. */
  take(steps: readonly ChainStep[]): void {
    this.steps.value = steps.map((step) => new StepDraft(step));
  }

  add(): void {
    this.steps.value = [...this.steps.value, new StepDraft()];
  }

  remove(step: StepDraft): void {
    this.steps.value = this.steps.value.filter((other) => other !== step);
  }

  toSteps(how?: { readonly isSaved: boolean }): ChainStep[] {
    return this.steps.value.map((step) => step.toStep(how));
  }

  protected override async start(control: Control) {
    const inputs = tasks.peek().map(({ input }) => input);
    const request = { steps: this.toSteps(), ...control };
    const [only, ...others] = inputs;
    return others.length > 0 ? service.startMerge(inputs, request) : service.start(only!, request);
  }

  /** Plans the steps that are complete, from the first on, and finds what may follow. */
  async plan(from: readonly string[]): Promise<void> {
    this.#planning.abort();
    const { signal } = (this.#planning = new AbortController());
    const steps = this.steps.peek();
    let formats = from;
    try {
      for (const [index, step] of steps.entries()) {
        const choices = await choicesFor(step, formats);
        if (signal.aborted) return;
        step.choices.value = choices;
        if (!step.isComplete.peek()) return;
        const { steps: planned } = await service.planChain(
          from,
          steps.slice(0, index + 1).map((each) => each.toStep()),
          signal,
        );
        if (signal.aborted) return;
        step.planned.value = planned![index]!;
        formats = planned![index]!.to;
      }
      this.objection.value = undefined;
      this.isPlanned.value = true;
    } catch (error) {
      if (!signal.aborted) this.objection.value = problemOf(error);
    }
  }
}

async function choicesFor({ verb }: StepDraft, formats: readonly string[]): Promise<readonly Choice[]> {
  if (verb.value === 'merge') return service.mergeTargets(formats);
  const sources = await Promise.all(formats.map(describeFormat));
  return commonTargets(sources.map(({ targets }) => targets)) as Choice[];
}

export const chain = new Chain();

/** Whether all files are known, so that something can be planned. */
export const canChain = computed(() => listedFormats.value !== '');

effect(() => {
  void tasks.value;
  chain.reset();
});

/** Plans again after every change of the files or of the steps. */
effect(() => {
  const formats = listedFormats.value;
  const wanted = chain.steps.value.map((step) => [step.verb.value, step.to.value, step.options.entries.value]);
  chain.isPlanned.value = false;
  chain.objection.value = undefined;
  if (formats === '' || wanted.length === 0) return undefined;
  const timer = setTimeout(() => void chain.plan(formats.split(',')), TYPING_MS);
  return () => clearTimeout(timer);
});
