import { signal } from '@preact/signals';

/** The current time for countdowns, updated once per second. */
export const clock = signal(Date.now());

setInterval(() => {
  if (!document.hidden) clock.value = Date.now();
}, 1000);
