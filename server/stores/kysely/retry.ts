/**
 * Runs the work, and again when the connection to the database was lost. `again` is true from the second run on: the
 * first one may have been committed, although its answer was lost.
 */
export type Retry = <Result>(work: (again: boolean) => Promise<Result>) => Promise<Result>;

/** For a database without a connection that could be lost. */
export const runOnce: Retry = (work) => work(false);

/** The same part of a store, with the named methods retried: those that come to the same when they run twice. */
export function retried<Part extends object>(part: Part, retry: Retry, names: readonly (keyof Part)[]): Part {
  const methods = names.map((name) => {
    const method = part[name] as (...parameters: readonly unknown[]) => Promise<unknown>;
    return [name, (...parameters: readonly unknown[]) => retry(() => method(...parameters))] as const;
  });
  return { ...part, ...Object.fromEntries(methods) };
}
