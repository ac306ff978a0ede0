import { signal } from '@preact/signals';

/** The time, for what counts down; once a second is often enough. */
export const clock = signal(Date.now());

setInterval(() => {
  if (!document.hidden) clock.value = Date.now();
}, 1000);
