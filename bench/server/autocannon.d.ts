/** The part of autocannon that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  export interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer | string;
    readonly connections: number;
    /** Requests in all. */
    readonly amount: number;
    /** Seconds that an answer may take. */
    readonly timeout: number;
  }

  export interface Result {
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly start: Date;
    readonly finish: Date;
    readonly '2xx': number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
