import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadConfig } from '../../server/config.ts';
import { startService } from '../../server/service.ts';
import { idleEngine } from './idle-engine.ts';

const UNLIMITED = { REQUESTS_PER_MINUTE: '10000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000' };
const engine = process.env.ENGINE === 'idle' ? { engine: idleEngine } : {};
const service = await startService(loadConfig({ ...process.env, ...UNLIMITED }), engine);
if (process.env.ENGINE === 'converting') await service.warm();
process.on('SIGTERM', () => void service.close().then(() => process.disconnect()));

/** Milliseconds between the timers whose lateness is measured. */
const RESOLUTION_MS = 5;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on('message', () => {
  // The histogram holds whole intervals, in nanoseconds.
  process.send!({ p99: Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS) });
  delays.reset();
});
process.send!({ url: service.url, key: service.firstKey });
