import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/* What was taken from the web: a WARC with chunks, packing and a redirection, and the record of a browser in HAR. */

const folder = new URL('../sources/', import.meta.url);
const page = '<!doctype html><title>Furnace</title><p>The furnace is warm: 1,200 °C.</p><img src="fire.svg">\n';
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="3" fill="#d40"/></svg>\n';

interface Record {
  readonly type: string;
  readonly address?: string;
  readonly contentType: string;
  readonly block: Uint8Array;
}

let count = 0;
function warcRecord({ type, address, contentType, block }: Record): Uint8Array {
  const number = String(++count).padStart(12, '0');
  const head = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${number}>`,
    `WARC-Date: 2026-01-02T03:04:0${count}Z`,
    ...(address === undefined ? [] : [`WARC-Target-URI: ${address}`]),
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.byteLength}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

function response(status: string, fields: readonly string[], body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${fields.join('\r\n')}\r\n\r\n`), body]);
}

function chunked(body: Uint8Array): Uint8Array {
  const [first, second] = [body.subarray(0, 50), body.subarray(50)];
  const chunk = (part: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from(`${part.byteLength.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([chunk(first), chunk(second), Buffer.from('0\r\n\r\n')]);
}

const SITE = 'https://example.org';
const HTTP = 'application/http; msgtype=response';
const packed = gzipSync(page, { level: 9 });
packed[9] = 3; // whichever system made it
const warc = Buffer.concat(
  [
    { type: 'warcinfo', contentType: 'application/warc-fields', block: Buffer.from('software: athanor\r\n') },
    {
      ...{ type: 'request', address: `${SITE}/furnace/`, contentType: 'application/http; msgtype=request' },
      block: Buffer.from('GET /furnace/ HTTP/1.1\r\nHost: example.org\r\n\r\n'),
    },
    {
      ...{ type: 'response', address: `${SITE}/furnace/`, contentType: HTTP },
      block: response(
        '200 OK',
        ['Content-Type: text/html; charset=utf-8', 'Content-Encoding: gzip', 'Transfer-Encoding: chunked'],
        chunked(packed),
      ),
    },
    {
      ...{ type: 'response', address: `${SITE}/furnace/fire.svg?size=8`, contentType: HTTP },
      block: response('200 OK', ['Content-Type: image/svg+xml'], Buffer.from(drawing)),
    },
    {
      ...{ type: 'response', address: `${SITE}/furnace`, contentType: HTTP },
      block: response('301 Moved Permanently', [`Location: ${SITE}/furnace/`], Buffer.alloc(0)),
    },
    {
      ...{ type: 'resource', address: `${SITE}/gl%C3%BChen.txt`, contentType: 'text/plain' },
      block: Buffer.from('glühen\n'),
    },
  ].map(warcRecord),
);

const har = {
  log: {
    version: '1.2',
    creator: { name: 'athanor', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-02T03:04:05.678Z',
        time: 41.6,
        request: { method: 'GET', url: `${SITE}/furnace/` },
        response: { status: 200, content: { size: page.length, mimeType: 'text/html; charset=utf-8', text: page } },
      },
      {
        startedDateTime: '2026-01-02T03:04:06.000Z',
        time: 12,
        request: { method: 'GET', url: `${SITE}/furnace/fire.svg` },
        response: {
          status: 200,
          content: {
            ...{ size: drawing.length, mimeType: 'image/svg+xml', encoding: 'base64' },
            text: Buffer.from(drawing).toString('base64'),
          },
        },
      },
      {
        startedDateTime: '2026-01-02T03:04:07.000Z',
        time: 3,
        request: { method: 'POST', url: `${SITE}/count, "once"` },
        response: { status: 204, content: { size: 0, mimeType: '' } },
      },
    ],
  },
};

for (const name of ['warc', 'har']) mkdirSync(new URL(name, folder), { recursive: true });
writeFileSync(new URL('warc/chunks-gzip-redirection.warc', folder), warc);
writeFileSync(new URL('har/text-base64-empty.har', folder), `${JSON.stringify(har, undefined, 1)}\n`);
