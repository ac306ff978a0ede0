import { IDENTIFIERS } from './filter-identifiers.ts';
import { RAW } from './filter-raw.ts';
import { WRITERS } from './filter-writers.ts';
import type { Margins } from './margins.ts';
import { BACKSLASH } from './repairs.ts';

/**
 * Images become files whose names begin with a prefix, or data in the text; or pandoc's writer puts them into the
 * target (`packed`), for which those must go that are not there.
 */
export type ImageMode = { readonly prefix: string } | 'data' | 'packed';

interface FilterRequest {
  /** What becomes of images; absent when the target has none. */
  readonly images?: ImageMode;
  /** The one format whose raw blocks the target understands. */
  readonly raw: 'tex' | 'none';
  /** What a document without a title is called. */
  readonly title: string;
  /** The target has no place for a title of its own: it is written above the text. */
  readonly showsTitle: boolean;
  /** Images of the source, each in a file beside it. */
  readonly media: readonly { readonly name: string; readonly type: string; readonly file: string }[];
  /** Backslashes of the text stand in it as another sign. */
  readonly hasBackslashes: boolean;
  /** Its keys are looked up in the sources that it was given, of which nothing else stays. */
  readonly citesSources: boolean;
  /** What is over and under the pages of the source, if pandoc has not read it. */
  readonly margins?: Margins;
}

/** Where the filter writes how many images are not there. */
export const MISSING_IMAGES = 'missing!';

/** Where it writes how many are of a type that the target's writer does not take. */
export const UNTAKEN_IMAGES = 'untaken!';

/** Where it writes how many links lead to what is not in the book. */
export const REMOVED_LINKS = 'removed!';

/** Where the filter writes images. */
export const IMAGES_PREFIX = 'picture!';

/**
 * A Lua filter of our own between pandoc's reader and its writer: what a file holds raw for some other program is read
 * as markup or shown as code, and never reaches that program; addresses and attributes that run scripts go; images
 * get names of ours and are written out.
 */
export function writeFilter({
  images,
  raw,
  title,
  showsTitle,
  hasBackslashes,
  citesSources,
  media,
  margins = { header: [], footer: [] },
}: FilterRequest): string {
  const prefix = typeof images === 'object' ? images.prefix : '';
  return [
    ...(media.length > 0 ? [TAKE] : []),
    `local shows_title, cites_sources, has_backslashes = ${showsTitle}, ${citesSources}, ${hasBackslashes}`,
    `local kept, prefix, fallback_title = ${[raw, prefix, title].map(quote).join(', ')}`,
    `local header, footer = ${[margins.header, margins.footer].map((lines) => `{ ${lines.map(quote).join(', ')} }`).join(', ')}`,
    ...media.map(({ name, type, file }) => `take(${[name, type, file].map(quote).join(', ')})`),
    RAW,
    ADDRESSES,
    ...imagePass(images),
    CITATIONS,
    ROLES,
    BACKSLASHES,
    WRITERS,
    IDENTIFIERS,
    PASSES,
  ].join('\n');
}

function imagePass(images: ImageMode | undefined): string[] {
  if (images === undefined) return ['Image = clean'];
  if (images === 'packed') return [FETCH, PACKED];
  return [FETCH, images === 'data' ? INLINE : FILES];
}

/** Lua's strings take bytes as decimal numbers, three digits each. */
function quote(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => `\\${String(byte).padStart(3, '0')}`);
  return `"${bytes.join('')}"`;
}

const TAKE = `
local function take(name, mime, path)
  local file = assert(io.open(path, 'rb'))
  pandoc.mediabag.insert(name, mime, file:read('a'))
  file:close()
end
`;

/** Attributes that XHTML knows, but on other elements than it has them here, say nothing there (EPUB 3.3, 6.1). */
const ADDRESSES = `
local IS_BOOK = FORMAT:match('^epub') ~= nil
local spelled
local EVERYWHERE = { lang = 1, dir = 1, title = 1, style = 1, role = 1 }
local OWN = { Image = { width = 1, height = 1 }, Link = { rel = 1, hreflang = 1, target = 1, download = 1 } }
local function clean(element)
  local own = OWN[element.t or ''] or {}
  local names = pandoc.List({})
  for name in pairs(element.attributes) do names:insert(name) end
  for _, name in ipairs(names) do
    local value = element.attributes[name]
    if name:lower():match('^on') then
      element.attributes[name] = nil
    elseif IS_BOOK and not (EVERYWHERE[name] or own[name] or name:match('[-:]')) then
      element.attributes[name] = nil
      element.attributes['data-' .. name] = value
    end
  end
  return element
end
local function runs(address)
  local plain = address:gsub('[%s%c]', ''):lower()
  local scheme = plain:match('^(%a+):')
  return scheme == 'javascript' or scheme == 'vbscript' or (scheme == 'data' and not plain:match('^data:image/[pgjwb]'))
end
local function Link(link)
  if runs(link.target) then return link.content end
  return spelled(clean(link))
end
local function each_row(grid, visit)
  local function rows(list)
    for _, row in ipairs(list) do visit(row) end
  end
  rows(grid.head.rows)
  rows(grid.foot.rows)
  for _, body in ipairs(grid.bodies) do
    rows(body.head)
    rows(body.body)
  end
end
local function CleanTable(grid)
  each_row(grid, function(row)
    clean(row)
    for _, cell in ipairs(row.cells) do clean(cell) end
  end)
  return clean(grid)
end
local missing, untaken = 0, 0
local Image
`;

const FETCH = `
local function fetch(source)
  if not source:match('^data:') then return pandoc.mediabag.lookup(source) end
  local ok, mime, data = pcall(pandoc.mediabag.fetch, source)
  if ok then return mime, data end
end
`;

/** Into RTF pandoc writes only two types of images, and leaves out others without a word. */
const PACKED = `
local TAKEN = FORMAT == 'rtf' and { ['image/png'] = 1, ['image/jpeg'] = 1 }
function Image(image)
  local mime = fetch(image.src)
  if mime and (not TAKEN or TAKEN[mime:match('^[^;]+')]) then return clean(image) end
  if mime then untaken = untaken + 1 else missing = missing + 1 end
  return image.caption
end
`;

const INLINE = `
function Image(image)
  local mime, data = fetch(image.src)
  if data then image.src = pandoc.mediabag.make_data_uri(mime or 'image/png', data) end
  return clean(image)
end
`;

const FILES = `
local names, count = {}, 0
local TYPES = {
  ['image/png'] = 'png', ['image/jpeg'] = 'jpg', ['image/gif'] = 'gif', ['image/svg+xml'] = 'svg',
  ['image/webp'] = 'webp', ['image/bmp'] = 'bmp', ['image/tiff'] = 'tiff', ['image/x-emf'] = 'emf',
  ['image/emf'] = 'emf', ['image/x-wmf'] = 'wmf', ['image/wmf'] = 'wmf', ['application/pdf'] = 'pdf',
}
local function write(source)
  local mime, data = fetch(source)
  if not data then return nil end
  count = count + 1
  local extension = TYPES[mime and mime:match('^[^;]+')] or source:match('%.(%w+)$') or 'bin'
  local name = prefix .. count .. '.' .. extension
  local file = assert(io.open('${IMAGES_PREFIX}' .. name, 'wb'))
  file:write(data)
  file:close()
  names[source] = name
  return name
end
function Image(image)
  image.src = names[image.src] or write(image.src) or image.src
  return clean(image)
end
`;

/** A citation whose source is not there would be nothing: its keys stand for it, as they do in Markdown. */
const CITATIONS = `
local function Cite(cite)
  if pandoc.utils.stringify(cite.content) ~= '' then return cite end
  local keys = cite.citations:map(function(citation) return '@' .. citation.id end)
  cite.content = pandoc.Inlines({ pandoc.Str('[' .. table.concat(keys, '; ') .. ']') })
  return cite
end
`;

/** Citations as Sphinx has them in reStructuredText, which pandoc takes for text in a role of its own. */
const ROLES = `
local function Cited(code)
  local role = code.attributes.role or ''
  local manner = role:match('^cite:?(%a*)$')
  if not code.classes:includes('interpreted-text') or not manner then return clean(code) end
  local citations = pandoc.List({})
  for key in code.text:gmatch('[^,%s]+') do
    citations:insert(pandoc.Citation(key, manner:match('^t') and #citations == 0 and 'AuthorInText' or 'NormalCitation'))
  end
  return Cite(pandoc.Cite(pandoc.Inlines({}), citations))
end
`;

/** Backslashes that the reader would have stopped at. */
const BACKSLASHES = `
local function restore(element)
  if not element.text:find('${BACKSLASH}', 1, true) then return nil end
  element.text = element.text:gsub('${BACKSLASH}', '\\\\')
  return element
end
`;

/**
 * One pass after the other: what the first one has read, the second one cleans. A function for words, or for all lists of
 * them, takes a third of the time of a conversion: there is none where it would change nothing.
 */
const PASSES = `
local function read_raw(document)
  local has_raw = false
  local function found() has_raw = true end
  document:walk({ RawInline = found, RawBlock = found })
  return has_raw and document:walk({ Inlines = Inlines }):walk({ Blocks = Blocks }) or nil
end
local function Meta(meta)
  if not meta.title then
    if FORMAT:match('^html') then meta.pagetitle = fallback_title end
    if FORMAT:match('^epub') then meta.title = fallback_title end
  end
  local authors = pandoc.List({})
  for _, author in ipairs(pandoc.utils.type(meta.author) == 'List' and meta.author or { meta.author }) do
    local name = pandoc.utils.stringify(author):gsub('["\\\\%c]', '')
    authors:insert(pandoc.Inlines({ pandoc.RawInline('typst', '"' .. name .. '"') }))
  end
  if FORMAT == 'typst' and #authors > 0 then meta['author-strings'] = authors end
  return meta
end
local function title_of(meta)
  local lines = pandoc.Blocks({})
  if meta.title then lines:insert(pandoc.Header(1, pandoc.utils.stringify(meta.title))) end
  for _, name in ipairs({ 'author', 'date' }) do
    local value = meta[name]
    for _, line in ipairs(pandoc.utils.type(value) == 'List' and value or { value }) do
      lines:insert(pandoc.Para(pandoc.utils.stringify(line)))
    end
  end
  return lines
end
local function cited(document)
  -- Some writers would write the keys once more, for a processor of their own.
  local result = pandoc.utils.citeproc(document):walk({ Cite = function(cite) return cite.content end })
  for _, name in ipairs({ 'bibliography', 'csl', 'references', 'nocite' }) do result.meta[name] = nil end
  return result
end
local function note(name, count)
  if count == 0 then return end
  local file = assert(io.open(name, 'wb'))
  file:write(count)
  file:close()
end
local function add_margins(document)
  -- What stands before the first chapter of a book would be one of its own.
  local above = IS_BOOK and begins_chapter(document) and 1 or 0
  for index, line in ipairs(header) do document.blocks:insert(above + index, pandoc.Para(pandoc.Inlines(line))) end
  for _, line in ipairs(footer) do document.blocks:insert(pandoc.Para(pandoc.Inlines(line))) end
end
local function Pandoc(document)
  add_margins(document)
  if cites_sources then document = cited(document) end
  note('${MISSING_IMAGES}', missing)
  note('${UNTAKEN_IMAGES}', untaken)
  if FORMAT == 'opml' and #document.blocks > 0 and document.blocks[1].t ~= 'Header' then
    -- What stands before the first heading would have no place.
    document.blocks:insert(1, pandoc.Header(1, pandoc.utils.stringify(document.meta.title or fallback_title)))
    return document
  end
  if not shows_title then return with_heading(document) end
  local blocks = title_of(document.meta)
  blocks:extend(document.blocks)
  document.blocks = blocks
  return document
end
local IDENTIFIED = identified_passes(function(removed) note('${REMOVED_LINKS}', removed) end)
local RESTORED = { Str = restore, Code = restore, CodeBlock = restore, Math = restore, RawBlock = restore, RawInline = restore }
local passes = pandoc.List({
  has_backslashes and RESTORED or {},
  { Pandoc = read_raw },
  { Image = Image, Link = Link, Span = clean, Div = Division, Header = Heading, Para = Paragraph, Plain = Ended, Str = Text, Code = Cited, CodeBlock = clean,
    Figure = Illustration, BulletList = Items, OrderedList = Items, Cite = Cite, Table = CleanTable, Meta = Meta, Pandoc = Pandoc },
})
passes:extend(IDENTIFIED)
return passes
`;
