import type { CallExample } from './examples.ts';

/** A call by PHP's curl extension. */
export function phpExample(example: CallExample): string {
  const { host, method, path, form, json, content, isEmpty, needsKey } = example;
  const headers = [
    ...(needsKey ? ['"X-API-Key: $key"'] : []),
    ...(json ? [`'Content-Type: application/json'`] : []),
    ...Object.entries(example.headers ?? {}).map(([name, value]) => `'${name}: ${value}'`),
  ];
  const parts = form?.map(
    ({ name, value, isFile }) => `'${name}' => ${isFile ? `new CURLFile('${value}')` : `'${value}'`}`,
  );
  const body = parts
    ? `[${parts.join(', ')}]`
    : (json && `'${json}'`) || (content && `file_get_contents('${content}')`);
  const options = [
    'CURLOPT_RETURNTRANSFER => true',
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(headers.length > 0 ? [`CURLOPT_HTTPHEADER => [${headers.join(', ')}]`] : []),
    ...(body ? [`CURLOPT_POSTFIELDS => ${body}`] : []),
  ];
  return [
    '<?php',
    ...(needsKey ? [`$key = 'ath_live_…';`] : []),
    `$request = curl_init('${host}${path}');`,
    `curl_setopt_array($request, [\n    ${options.join(',\n    ')},\n]);`,
    isEmpty ? 'curl_exec($request);' : 'echo curl_exec($request);',
    ...(isEmpty ? ['echo curl_getinfo($request, CURLINFO_RESPONSE_CODE);'] : []),
  ].join('\n');
}
