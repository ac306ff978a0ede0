import { useEffect } from 'preact/hooks';

/** The browser has looked for the anchor before the page had it. */
export function useHash(): void {
  useEffect(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
}
