import { loadConfig } from '../../server/config.ts';
import { startService } from '../../server/service.ts';
import { idleEngine } from './idle-engine.ts';

// The service in a process of its own, so that its CPU time can be told from the load generator's.
const UNLIMITED = { REQUESTS_PER_MINUTE: '10000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000' };
const service = await startService(loadConfig({ ...process.env, ...UNLIMITED }), { engine: idleEngine });
process.on('SIGTERM', () => void service.close());
process.send!({ url: service.url, key: service.firstKey });
