/**
 * Runs the work, and runs it again when the connection to the database was lost. `again` is true from the second run
 * on: the first run may have been committed although its answer was lost.
 */
export type Retry = <Result>(work: (again: boolean) => Promise<Result>) => Promise<Result>;

/** For a database without a connection that could be lost. */
export const runOnce: Retry = (work) => work(false);

/** Returns the same part of a store with retries for the named methods: those whose second run has the same result. */
export function retried<Part extends object>(part: Part, retry: Retry, names: readonly (keyof Part)[]): Part {
  const methods = names.map((name) => {
    const method = part[name] as (...parameters: readonly unknown[]) => Promise<unknown>;
    return [name, (...parameters: readonly unknown[]) => retry(() => method(...parameters))] as const;
  });
  return { ...part, ...Object.fromEntries(methods) };
}
