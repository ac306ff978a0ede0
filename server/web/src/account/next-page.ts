/** Where to go after signing in: a page of this website, never an address that somebody else has put there. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(next) ? next : '/dashboard';
}
