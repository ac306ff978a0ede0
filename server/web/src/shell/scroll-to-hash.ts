import { useEffect } from 'preact/hooks';

/** The browser looked for the anchor before the page was rendered, so scroll again. */
export function useHash(): void {
  useEffect(() => {
    if (location.hash !== '') location.replace(location.hash);
  }, []);
}
