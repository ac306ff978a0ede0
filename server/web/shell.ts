/** Parts that all pages share. A page includes one by `<!-- name -->`. */
const PARTS: Readonly<Record<string, string>> = {
  head: `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="Athanor converts files and verifies every result." />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <script src="/theme.js"></script>
    <link rel="stylesheet" href="/src/styles/main.css" />`,
  app: '<div id="app"></div>',
  'needs scripts': `<noscript>
      <p>This page needs JavaScript. The API does not: see <a href="/openapi.json">/openapi.json</a>.</p>
    </noscript>`,
};

/** Builds the complete page. */
export function withShell(page: string): string {
  return page.replaceAll(/<!-- ([\w ]+) -->/g, (comment, name: string) => PARTS[name] ?? comment);
}
