import { DownloadIcon } from '../shell/icons.tsx';
import { sameOrigin } from '../shell/service.ts';

/** The service sends the uploaded name with the new extension. */
export function DownloadLink({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a class="button primary" href={sameOrigin(url)} download>
      <DownloadIcon /> {text}
    </a>
  );
}
