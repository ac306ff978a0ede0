/** News of a conversion, for whichever process is interested. */
export type ConversionEvent =
  | { readonly type: 'progress'; readonly id: string; readonly progress: number }
  | { readonly type: 'ended'; readonly id: string }
  /** A conversion waits for a worker. */
  | { readonly type: 'waiting' }
  /** Events may have been lost: the store tells how things are. */
  | { readonly type: 'missed' };

export type EventListener = (event: ConversionEvent) => void;

/** Carries events between processes. They are hints: the store is the truth, and an event may be lost. */
export interface Events {
  /** Resolves when the event was sent; never rejects. */
  publish(event: ConversionEvent): Promise<void>;
  subscribe(listener: EventListener): Disposable;
}

/** Events within one process. */
export class EventHub {
  readonly #listeners = new Set<EventListener>();

  publish(event: ConversionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  subscribe(listener: EventListener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }
}
