/** What this browser keeps between visits: a choice, never a file. */
type Choice = 'locale' | 'theme';

export function remembered(choice: Choice): string | null {
  try {
    return localStorage.getItem(`athanor.${choice}`);
  } catch {
    return null; // storage may be forbidden
  }
}

export function remember(choice: Choice, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`athanor.${choice}`);
    else localStorage.setItem(`athanor.${choice}`, value);
  } catch {
    // It holds for this page then.
  }
}
