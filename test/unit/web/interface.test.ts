import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../server/errors.ts';
import { openApiDocument } from '../../../server/openapi/document.ts';
import { OPERATIONS } from '../../../server/openapi/operations.ts';
import { exampleOf, EXAMPLES, firstCall } from '../../../server/web/src/docs/examples.ts';
import { type Field, type OpenApi, operationsOf, sectionsOf } from '../../../server/web/src/docs/interface.ts';

const document = openApiDocument('https://convert.example', '1.2.3') as unknown as OpenApi;
const operations = operationsOf(document);
const operation = (id: string) => operations.find((each) => each.id === id)!;
const names = (fields: readonly Field[]) => fields.map(({ name }) => name);

describe('the documentation', () => {
  it('shows every call, each in one section', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
    const sections = sectionsOf(operations);
    expect(sections.flatMap((section) => section.operations)).toHaveLength(operations.length);
    const convert = sections.find(({ id }) => id === 'convert')!;
    expect(convert.operations.map(({ id }) => id)).toEqual(expect.arrayContaining(['convert', 'convertHere', 'merge']));
    const results = sections.find(({ id }) => id === 'results')!;
    expect(results.operations.map(({ id }) => id)).toContain('listConversions');
  });

  it('shows what a call takes, answers and refuses', () => {
    const convert = operation('convert');
    expect(convert).toMatchObject({ method: 'POST', path: '/api/v1/convert', by: 'key' });
    expect(names(convert.form!)).toEqual(expect.arrayContaining(['file', 'targetFormat', 'options']));
    expect(convert.form!.find(({ name }) => name === 'file')).toMatchObject({
      type: expect.any(String),
      isRequired: false,
    });
    const answer = convert.answers.find(({ status }) => status === '200')!;
    expect(names(answer.data)).toEqual(expect.arrayContaining(['downloadUrl', 'report']));
    const report = answer.data.find(({ name }) => name === 'report')!;
    expect(names(report.fields)).toContain('verified');
    expect(convert.errors).toEqual(expect.arrayContaining(['input_truncated', 'quota_exceeded', 'invalid_api_key']));
    expect(names(operation('plan').json!)).toEqual(['from', 'to', 'steps', 'bytes', 'options', 'allowLoss']);
  });

  it('explains every code, and names no other', () => {
    expect(Object.keys(document['x-errors']).sort()).toEqual(Object.keys(ERRORS).sort());
    const named = new Set(operations.flatMap(({ errors }) => errors));
    expect([...named].filter((code) => !(code in document['x-errors']))).toEqual([]);
  });
});

describe('examples', () => {
  const call = {
    ...{ host: 'https://convert.example', method: 'POST', path: '/api/v1/convert', needsKey: true },
    form: [
      { name: 'file', value: 'document.pdf', isFile: true },
      { name: 'targetFormat', value: 'docx', isFile: false },
    ],
  };

  it('are whole calls in each language', () => {
    expect(EXAMPLES.curl(call)).toBe(
      [
        'curl https://convert.example/api/v1/convert',
        '-H "X-API-Key: $KEY"',
        '-F "file=@document.pdf"',
        '-F "targetFormat=docx"',
      ].join(' \\\n  '),
    );
    expect(EXAMPLES.Node(call)).toContain("form.append('file', await openAsBlob('document.pdf'), 'document.pdf');");
    expect(EXAMPLES.Python(call)).toContain('files={"file": open("document.pdf", "rb")}');
  });

  it('send what each call takes, by its method', () => {
    const curl = (id: string) => EXAMPLES.curl(exampleOf(operation(id), 'https://convert.example'));
    for (const id of ['convert', 'merge', 'batch', 'convertFromPage'])
      expect(curl(id), id).toMatch(/-F "file=@document\.pdf" \\\n {2}-F "targetFormat=docx"$/);
    expect(curl('detect')).toMatch(/-F "file=@document\.pdf"$/);
    expect(curl('plan')).toContain(`-d '{"from":"pdf","to":"docx","bytes":100000}'`);
    expect(curl('savePreset')).toContain('curl -X PUT https://convert.example/api/v1/presets/web-photo');
    expect(curl('changeKey')).toContain('curl -X PATCH https://convert.example/api/v1/keys/$ID');
    expect(curl('createKey')).toContain(`-d '{"name":"…"}'`);
    expect(curl('mcp')).toContain('"method":"tools/list"');
    expect(curl('replayWebhook')).toContain('-X POST https://convert.example/api/v1/webhooks/$ID/replay');
    expect(curl('download')).toContain('/d/$NAME');
    for (const { id } of operations) expect(curl(id), id).not.toMatch(/https:\S*[{}]/);
  });

  it('send headers and bytes where a call takes them, and read no body where there is none', () => {
    const of = (id: string) => exampleOf(operation(id), 'https://convert.example');
    expect(EXAMPLES.curl(of('createUpload'))).toContain('-H "Upload-Length: 300000000"');
    expect(EXAMPLES.curl(of('appendToUpload'))).toBe(
      [
        'curl -i -X PATCH https://convert.example/api/v1/uploads/$ID',
        ...['-H "X-API-Key: $KEY"', '-H "Tus-Resumable: 1.0.0"', '-H "Upload-Offset: 0"'],
        ...['-H "Content-Type: application/offset+octet-stream"', '--data-binary @film.mp4'],
      ].join(' \\\n  '),
    );
    expect(EXAMPLES.Node(of('appendToUpload'))).toContain("body: await openAsBlob('film.mp4'),");
    expect(EXAMPLES.Node(of('appendToUpload'))).toContain('console.log(response.status, response.headers);');
    expect(EXAMPLES.Python(of('appendToUpload'))).toContain('data=open("film.mp4", "rb")');
    expect(EXAMPLES.Python(of('deleteUpload'))).toContain('headers={"X-API-Key": key, "Tus-Resumable": "1.0.0"}');
    expect(EXAMPLES.Python(of('showUpload'))).toContain('response.json()');
  });

  it('begin with the call that a new key is shown with', () => {
    expect(firstCall('https://convert.example', 'ath_live_x')).toBe(
      'curl -O https://convert.example/sample/letter.pdf\n' +
        'curl -X POST https://convert.example/converter/convert \\\n  -H "X-API-Key: ath_live_x" \\\n' +
        '  -F "file=@letter.pdf" \\\n  -F "targetFormat=docx"',
    );
  });
});
