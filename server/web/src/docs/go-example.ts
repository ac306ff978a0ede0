import type { CallExample, FormPart } from './examples.ts';

const CHECK = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}';

/** A whole program with the standard library of Go. */
export function goExample(example: CallExample): string {
  const { host, method, path, form, json, content, isEmpty, needsKey } = example;
  const headers = Object.entries({
    ...(json && { 'Content-Type': 'application/json' }),
    ...example.headers,
  }).map(([name, value]) => `\trequest.Header.Set("${name}", "${value}")`);
  const before = form
    ? ['\tvar body bytes.Buffer', '\tform := multipart.NewWriter(&body)', ...form.map(writePart), '\tform.Close()']
    : content
      ? [`\tbody, err := os.Open("${content}")`, CHECK]
      : [];
  const body = form ? '&body' : content ? 'body' : json ? `strings.NewReader(\`${json}\`)` : 'nil';
  const packages = [
    ...(form ? ['bytes', 'mime/multipart'] : []),
    ...(json ? ['strings'] : []),
    ...(isEmpty ? ['fmt'] : ['io']),
    ...(isEmpty && !content && !form?.some(({ isFile }) => isFile) ? [] : ['os']),
    ...['log', 'net/http'],
    ...(form?.some(({ isFile }) => isFile) ? ['io'] : []),
  ];
  return [
    'package main',
    '',
    `import (\n${[...new Set(packages)]
      .sort()
      .map((name) => `\t"${name}"`)
      .join('\n')}\n)`,
    '',
    'func main() {',
    ...before,
    `\trequest, err := http.NewRequest("${method}", "${host}${path}", ${body})`,
    CHECK,
    ...(needsKey ? ['\trequest.Header.Set("X-API-Key", "ath_live_…")'] : []),
    ...headers,
    ...(form ? ['\trequest.Header.Set("Content-Type", form.FormDataContentType())'] : []),
    '\tresponse, err := http.DefaultClient.Do(request)',
    CHECK,
    '\tdefer response.Body.Close()',
    isEmpty ? '\tfmt.Println(response.Status)' : '\tio.Copy(os.Stdout, response.Body)',
    '}',
  ].join('\n');
}

function writePart({ name, value, isFile }: FormPart): string {
  if (!isFile) return `\tform.WriteField("${name}", "${value}")`;
  return [
    `\tfile, err := os.Open("${value}")`,
    CHECK,
    `\tpart, err := form.CreateFormFile("${name}", "${value}")`,
    CHECK,
    '\tio.Copy(part, file)',
  ].join('\n');
}
