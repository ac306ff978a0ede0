import { mkdir, unlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import multer from '@koa/multer';
import Koa from 'koa';

// Koa and multer as their documentation shows them, and nothing else: the least that an upload costs with them.
const directory = join(process.env.DATA_DIR!, 'uploads');
await mkdir(directory);
const upload = multer({ dest: directory }).single('file');
const app = new Koa();
app.use(async (context) => {
  await upload(context, async () => {});
  await unlink(context.file.path);
  context.body = { success: true };
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' });
});
process.on('SIGTERM', () => server.close());
