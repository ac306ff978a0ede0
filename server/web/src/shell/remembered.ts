/** Choices that this browser stores between visits; never files. */
type Choice = 'locale' | 'theme';

export function remembered(choice: Choice): string | null {
  try {
    return localStorage.getItem(`athanor.${choice}`);
  } catch {
    return null; // storage may be blocked
  }
}

export function remember(choice: Choice, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`athanor.${choice}`);
    else localStorage.setItem(`athanor.${choice}`, value);
  } catch {
    // It applies to this page only.
  }
}
