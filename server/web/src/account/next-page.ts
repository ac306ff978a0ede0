/** Where to go after signing in: a page of this website, never a URL of another site. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(next) ? next : '/dashboard';
}
