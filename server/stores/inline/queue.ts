import type { Queue } from '../queue.ts';

/**
 * A queue within one process. It has no order of its own and ignores `slots`: the engine's scheduler decides what runs
 * when. What it holds is lost with the process; the store finds it again.
 */
export function inlineQueue(): Queue {
  let handle: ((id: string) => Promise<void>) | undefined;
  const waiting: string[] = [];
  const offer = (id: string): void => {
    if (!handle) waiting.push(id);
    // A rejection was logged by the handler; the next round over the store finds the conversion again.
    else handle(id).catch(() => {});
  };
  return {
    remote: false,
    submit: async () => {},
    announce: offer,
    resubmit: async (ids) => ids.forEach(offer),
    async consume(handler) {
      handle = handler;
      for (const id of waiting.splice(0)) offer(id);
      return { stop: async () => (handle = undefined) };
    },
    close: async () => {},
  };
}
