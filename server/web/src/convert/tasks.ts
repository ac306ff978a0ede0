import { computed, signal } from '@preact/signals';
import { commonTargets } from '../formats/targets.ts';
import { Task } from './task.ts';

/** Files that are detected or converted at a time: the service allows five event streams per account, over all tabs. */
const AT_ONCE = 2;

export const tasks = signal<readonly Task[]>([]);

export const readyTasks = computed(() => tasks.value.filter(({ isReady }) => isReady.value));
export const finishedTasks = computed(() => tasks.value.filter(({ phase }) => phase.value.name === 'done'));

/** Whether a file waits for a choice, or for another try. */
export const isSomethingLeft = computed(() => tasks.value.some(({ isOpen }) => isOpen.value));

/** Whether the targets of some file are not known yet. */
export const isDetecting = computed(() => tasks.value.some(({ phase }) => phase.value.name === 'detecting'));

/** The formats of the listed files, separated by commas; empty until all of them are known. */
export const listedFormats = computed(() => {
  const sources = tasks.value.map(({ source }) => source.value?.id);
  const isKnown = sources.length > 0 && !isDetecting.value && !sources.includes(undefined);
  return isKnown ? [...new Set(sources)].sort().join() : '';
});

const undecidedTasks = computed(() =>
  tasks.value.filter(({ phase, source }) => source.value && phase.value.name === 'choosing'),
);

/** Targets that all files that wait for a choice have in common. */
export const sharedTargets = computed(() => {
  const undecided = undecidedTasks.value;
  return undecided.length > 1 ? commonTargets(undecided.map(({ source }) => source.value!.targets)) : [];
});

const detecting = createLane();
const converting = createLane();

export function addFiles(files: Iterable<File>): void {
  const added = [...files].map((file) => new Task(file));
  tasks.value = [...tasks.value, ...added];
  for (const task of added) detecting(() => task.detect());
}

export function removeTask(task: Task): void {
  task.leave();
  tasks.value = tasks.value.filter((other) => other !== task);
}

/** Moves a file up by one: files are merged in their order. */
export function moveUp(task: Task): void {
  const index = tasks.value.indexOf(task);
  if (index > 0) tasks.value = tasks.value.toSpliced(index - 1, 2, task, tasks.value[index - 1]!);
}

export function clearTasks(): void {
  for (const task of tasks.value) task.leave();
  tasks.value = [];
}

export function chooseForAll(targetId: string): void {
  for (const task of undecidedTasks.value) task.choose(targetId);
}

/** Converts when a place is free, unless it has been cancelled before. */
export function convertTask(task: Task): void {
  task.phase.value = { name: 'waiting' };
  converting(async () => {
    if (task.phase.value.name === 'waiting') await task.convert();
  });
}

export function convertAll(): void {
  for (const task of readyTasks.value) convertTask(task);
}

/** Runs a number of jobs at a time, in the order in which they arrive. */
function createLane(): (job: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  const next = (): void => {
    if (running >= AT_ONCE) return;
    const job = waiting.shift();
    if (!job) return;
    running++;
    void job().finally(() => {
      running--;
      next();
    });
  };
  return (job) => {
    waiting.push(job);
    next();
  };
}
