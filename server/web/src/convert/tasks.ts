import { computed, signal } from '@preact/signals';
import { commonTargets } from '../formats/targets.ts';
import { Task } from './task.ts';

/** Files that are looked at, or converted, at a time: the service lets one account follow five, in all its tabs. */
const AT_ONCE = 2;

export const tasks = signal<readonly Task[]>([]);

export const readyTasks = computed(() => tasks.value.filter(({ isReady }) => isReady.value));
export const finishedTasks = computed(() => tasks.value.filter(({ phase }) => phase.value.name === 'done'));

/** Whether a file still waits for a decision, a turn or another try. */
export const isSomethingLeft = computed(() => tasks.value.some(({ phase }) => phase.value.name !== 'done'));

/** Whether it is not known yet of every file what it can become. */
export const isLooking = computed(() => tasks.value.some(({ phase }) => phase.value.name === 'looking'));

const undecidedTasks = computed(() =>
  tasks.value.filter(({ phase, source }) => source.value && phase.value.name === 'choosing'),
);

/** What several files that wait for a decision can all become. */
export const sharedTargets = computed(() => {
  const undecided = undecidedTasks.value;
  return undecided.length > 1 ? commonTargets(undecided.map(({ source }) => source.value!.targets)) : [];
});

const looking = createLane();
const converting = createLane();

export function addFiles(files: Iterable<File>): void {
  const added = [...files].map((file) => new Task(file));
  tasks.value = [...tasks.value, ...added];
  for (const task of added) looking(() => task.look());
}

export function removeTask(task: Task): void {
  task.leave();
  tasks.value = tasks.value.filter((other) => other !== task);
}

/** Puts a file before the one above it: files are joined in their order. */
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

/** Converts when its turn comes, unless it has been cancelled until then. */
export function convertTask(task: Task): void {
  task.phase.value = { name: 'waiting' };
  converting(async () => {
    if (task.phase.value.name === 'waiting') await task.convert();
  });
}

export function convertAll(): void {
  for (const task of readyTasks.value) convertTask(task);
}

/** Runs so many jobs at a time, in the order they came. */
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
