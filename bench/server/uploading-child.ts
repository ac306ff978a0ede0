import { LARGE_FILES } from './large-files.ts';

/**
 * Uploads large files, one after another over each of its connections, until it is told to stop. A process of its own:
 * what it sends must not hold up whoever measures.
 */
const CONNECTIONS = 4;
const [url, key, path] = process.argv.slice(2) as [string, string, '/api/v1/detect' | '/api/v1/convert'];
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

const files = LARGE_FILES.map(({ make, ...file }) => ({
  ...file,
  content: new Blob([make() as Uint8Array<ArrayBuffer>]),
}));
/** Answers by their status; 0 for uploads without one. */
const answers: Record<number, number> = {};
let next = 0;
process.send!('ready');
await Promise.all(Array.from({ length: CONNECTIONS }, uploadUntilStopped));
process.send!(answers, () => process.disconnect());

async function uploadUntilStopped(): Promise<void> {
  while (!stop.signal.aborted) {
    const { fileName, to, content } = files[next++ % files.length]!;
    const body = new FormData();
    body.set('targetFormat', to);
    body.set('file', content, fileName);
    try {
      const response = await fetch(url + path, {
        ...{ method: 'POST', body, signal: stop.signal },
        headers: { 'X-API-Key': key, Prefer: 'respond-async' },
      });
      await response.arrayBuffer();
      answers[response.status] = (answers[response.status] ?? 0) + 1;
    } catch {
      // A connection that was closed within the upload, or by the stop.
      if (!stop.signal.aborted) answers[0] = (answers[0] ?? 0) + 1;
    }
  }
}
