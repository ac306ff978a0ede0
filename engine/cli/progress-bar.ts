import type { Output } from './terminal.ts';

const WIDTH = 30;
const CLEAR_LINE = '\r\x1b[K';

/** One line that is drawn over itself, on terminals only. */
interface ProgressBar extends Disposable {
  update(fraction: number): void;
}

/** `using bar = showProgress(stderr, 'film.mov')` removes the bar at the end. */
export function showProgress(stream: Output, label: string): ProgressBar {
  if (stream.isTTY !== true) return { update() {}, [Symbol.dispose]() {} };
  let drawn = '';
  const draw = (fraction: number): void => {
    const line = renderBar(label, fraction, stream.columns ?? 80);
    if (line === drawn) return;
    drawn = line;
    stream.write(`${CLEAR_LINE}${line}`);
  };
  draw(0);
  return { update: draw, [Symbol.dispose]: () => void stream.write(CLEAR_LINE) };
}

/** `film.mov [=========>          ]  45 %`, cut to the terminal's width. */
export function renderBar(label: string, fraction: number, columns: number): string {
  const done = Math.max(0, Math.min(1, fraction));
  const filled = Math.round(done * WIDTH);
  const bar = '='.repeat(filled).padEnd(WIDTH);
  const percent = `${Math.floor(done * 100)}`.padStart(3);
  const room = Math.max(0, columns - WIDTH - 10);
  const name = label.length > room ? `…${label.slice(label.length - Math.max(0, room - 1))}` : label;
  return `${name} [${bar}] ${percent} %`;
}
