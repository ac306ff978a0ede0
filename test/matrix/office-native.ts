import { existsSync } from 'node:fs';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fontConfiguration } from '../../engine/codecs/libreoffice/font-configuration.ts';
import { OFFICE_FONTS } from '../../engine/codecs/libreoffice/fonts.ts';
import { readData, readGlue } from '../../engine/codecs/libreoffice/package-files.ts';
import { readFont } from '../../engine/content/font/shipped-fonts.ts';
import { outputOf } from './native.ts';

/** Where the glue says that a file lies in the package's data. */
const PACKED_FILE = /filename:"([^"]+)",start:([\de]+),end:([\de]+)/g;
const PACKED_FONT = /^\/instdir\/share\/fonts\/.*\.(?:ttf|otf|ttc)$/;
const ALIASES = '/instdir/share/fontconfig/conf.d/30-metric-aliases.conf';

/** The language that LibreOffice takes in WebAssembly; its country says which paper a sheet gets that names none. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>en-US</value></prop></item>
</oor:items>
`;

/** What the installed LibreOffice needs to have the same fonts and the same language as ours. */
export interface NativeOffice {
  readonly profileDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** It was installed with Math. */
  readonly drawsFormulas: boolean;
}

/** The library of Math, beside the program. */
const MATH = 'libsmlo.so';

/** Gives the installed LibreOffice our fonts, with their configuration, and our language, in a folder of its own. */
export async function prepareNativeOffice(folder: string): Promise<NativeOffice> {
  const fonts = join(folder, 'fonts');
  const profileDir = join(folder, 'profile');
  await mkdir(join(profileDir, 'user'), { recursive: true });
  await mkdir(fonts, { recursive: true });
  await writeFile(join(profileDir, 'user', 'registrymodifications.xcu'), PROFILE);
  const { contents } = readData(0);
  for (const [, path, start, end] of readGlue().matchAll(PACKED_FILE)) {
    const bytes = new Uint8Array(contents, Number(start), Number(end) - Number(start));
    if (PACKED_FONT.test(path!) || path === ALIASES) await writeFile(join(fonts, basename(path!)), bytes);
  }
  for (const font of OFFICE_FONTS) await writeFile(join(fonts, basename(font.file)), readFont(font));
  const configuration = join(folder, 'fonts.conf');
  await writeFile(configuration, configurationFor(folder));
  const program = (await outputOf('which', 'soffice')).trim();
  const drawsFormulas = existsSync(join(dirname(await realpath(program)), MATH));
  return { profileDir, environment: { FONTCONFIG_FILE: configuration }, drawsFormulas };
}

function configurationFor(folder: string): string {
  return fontConfiguration()
    .replace(/<dir>.*<\/dir>/, `<dir>${join(folder, 'fonts')}</dir>`)
    .replace(/<cachedir>.*<\/cachedir>/, `<cachedir>${join(folder, 'font-cache')}</cachedir>`)
    .replace(/<include>.*<\/include>/, `<include>${join(folder, 'fonts', basename(ALIASES))}</include>`);
}
