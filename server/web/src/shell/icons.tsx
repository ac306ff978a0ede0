import type { ComponentChildren } from 'preact';

function icon(children: ComponentChildren) {
  return () => (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const FlameIcon = icon(
  <path d="M12 2.500c1.200 4.800 6 7.200 6 13a6 6 0 0 1-12 0c0-3.600 2.400-4.800 2.400-8.400 2.400 1.200 3.600 2.400 3.600 4.800 1.200-2.400 1.200-6 0-9.400z" />,
);
export const DownloadIcon = icon(<path d="M12 3v12m-5-5 5 5 5-5M4 20h16" />);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const UpIcon = icon(<path d="M12 20V5m-6 6 6-6 6 6" />);
export const CopyIcon = icon(<path d="M9 9h11v11H9zM5 15H4V4h11v1" />);
export const CheckIcon = icon(<path d="m4 12.500 5 5L20 6.500" />);
export const PenIcon = icon(<path d="m4 20 1-5L16 4l4 4L9 19z" />);
export const TrashIcon = icon(<path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13" />);
export const LanguageIcon = icon(
  <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />,
);
export const ThemeIcon = icon(
  <>
    <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z" />
    <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
  </>,
);
export const RetryIcon = icon(<path d="M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5" />);

/** The logo: a furnace, an arch of stone with a fire. */
export function FurnaceMark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path class="mark-stone" d="M3 29V15a13 13 0 0 1 26 0v14z" />
      <path class="mark-mouth" d="M8 29V15.500a8 8 0 0 1 16 0V29z" />
      <path class="mark-fire" d="M16 10c1 4 5 6 5 11a5 5 0 0 1-10 0c0-3 2-4 2-7 2 1 3 2 3 4 1-2 1-5 0-8z" />
    </svg>
  );
}
