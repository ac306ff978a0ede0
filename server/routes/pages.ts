import { isLoopback } from '../config.ts';
import { nothingHere } from '../errors.ts';
import type { RequestContext, RequestMiddleware, RouteContext } from '../middleware/state.ts';
import { openWebsite, type Website, type WebsiteFile } from '../services/website.ts';

/** Pages load everything from this service, and contain no inline scripts or styles. `blob:` is what they have themselves. */
const PAGE_POLICY = [
  ...[
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "connect-src 'self' blob:",
    "worker-src 'self'",
  ],
  ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", 'trusted-types office-reader'],
].join('; ');

const PAGE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  // With `no-referrer` the form of a page without scripts would not send its origin.
  'Referrer-Policy': 'same-origin',
} as const;

const ONE_YEAR = 31_536_000;

/** The website: pages, which are revalidated on every request, and assets, whose names change with their content. */
export function pages(directory: string, publicUrl: () => string): RequestMiddleware {
  let website: Promise<Website | undefined> | undefined;
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    website ??= openWebsite(directory);
    const found = await website;
    const file = found?.get(context.path) ?? pageOf(found, context.path);
    if (!found && wantsPage(context)) return explainBuild(context);
    if (!file) return isUnknownPage(context) ? sendNotFound(context, found?.get('/not-found')) : next();
    const elsewhere = file.isPage ? ownAddress(context, publicUrl()) : undefined;
    if (elsewhere !== undefined) return context.redirect(elsewhere);
    return send(context, file);
  };
}

/** Serves a page also at its path with a trailing slash. */
function pageOf(website: Website | undefined, path: string): WebsiteFile | undefined {
  const file = path.endsWith('/') ? website?.get(path.slice(0, -1)) : undefined;
  return file?.isPage ? file : undefined;
}

/** Whether a browser asks for what is no page and no call either: a call with another method has an answer of its own. */
function isUnknownPage(context: RequestContext): boolean {
  const { matched = [] } = context as Partial<RouteContext>;
  return wantsPage(context) && matched.length === 0;
}

function sendNotFound(context: RequestContext, page: WebsiteFile | undefined): void {
  if (!page) throw nothingHere();
  send(context, page);
  context.status = 404;
}

function send(context: RequestContext, { bytes, packed: forms, type, etag, isPage, isImmutable }: WebsiteFile): void {
  const packed = forms.find(({ encoding }) => context.acceptsEncodings(encoding, 'identity') === encoding);
  context.status = 200;
  context.set({
    // Each encoding has its own ETag.
    ETag: packed ? etag.replace(/"$/, `-${packed.encoding}"`) : etag,
    'Cache-Control': isImmutable ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isPage && PAGE_HEADERS),
  });
  context.vary('Accept-Encoding');
  if (context.fresh) {
    context.status = 304;
    return;
  }
  if (packed) context.set('Content-Encoding', packed.encoding);
  context.body = packed?.bytes ?? bytes;
  context.type = type;
}

/**
 * Redirects to the configured host name: a page under another name of this machine (127.0.0.1 for localhost) would be
 * cross-origin to its own service.
 */
function ownAddress({ host, path, search }: RequestContext, publicUrl: string): string | undefined {
  const own = new URL(publicUrl);
  const asked = URL.parse(`${own.protocol}//${host}`);
  if (!asked || asked.host === own.host || asked.port !== own.port) return undefined;
  return isThisMachine(asked) && isThisMachine(own) ? own.origin + path + search : undefined;
}

function isThisMachine({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** Whether the client is a browser. Programs get JSON with status 404. */
function wantsPage(context: RequestContext): boolean {
  return context.get('Accept').includes('text/html');
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Athanor</title>
<h1>The website is not built yet</h1>
<p>Run <code>npm run web</code> in the folder of Athanor, then start the service again.
The HTTP interface works without it.</p>
</html>
`;

function explainBuild(context: RequestContext): void {
  context.status = 503;
  context.set(PAGE_HEADERS);
  context.body = NOT_BUILT;
  context.type = 'text/html; charset=utf-8';
}
