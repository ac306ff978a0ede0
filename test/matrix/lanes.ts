/** Runs tasks, several at a time; none begins after the time that is given. */
export async function runInLanes<T>(
  tasks: readonly T[],
  { lanes, minutes }: { readonly lanes: number; readonly minutes: number },
  run: (task: T) => Promise<void>,
): Promise<void> {
  const end = performance.now() + minutes * 60_000;
  const waiting = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of waiting) {
      if (performance.now() > end) return;
      await run(task);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
