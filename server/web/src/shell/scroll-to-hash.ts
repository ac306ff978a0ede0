import { useEffect } from 'preact/hooks';

/** The browser has looked for the anchor before the page had it: it shall look again. */
export function useHash(): void {
  useEffect(() => {
    if (location.hash !== '') location.replace(location.hash);
  }, []);
}
