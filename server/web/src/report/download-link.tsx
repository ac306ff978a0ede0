import { DownloadIcon } from '../shell/icons.tsx';
import { sameOrigin } from '../shell/service.ts';

interface DownloadLinkProps {
  readonly url: string;
  readonly text: string;
  /** Whether it is what the page is for now, and not one of many. */
  readonly isMain?: boolean;
}

/** The service sends the uploaded name with the new extension. */
export function DownloadLink({ url, text, isMain = false }: DownloadLinkProps) {
  return (
    <a class={isMain ? 'button primary' : 'button'} href={sameOrigin(url)} download>
      <DownloadIcon /> {text}
    </a>
  );
}
