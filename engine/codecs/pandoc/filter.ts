/** Pictures become files whose names begin with a prefix, or data in the text. */
export type PictureMode = { readonly prefix: string } | 'data';

export interface FilterRequest {
  /** What becomes of pictures; absent when pandoc's writer puts them into the target. */
  readonly pictures?: PictureMode;
  /** The one format whose raw blocks the target understands. */
  readonly raw: 'tex' | 'none';
  /** What a document without a title is called. */
  readonly title: string;
}

/** Where the filter writes pictures. */
export const PICTURES_PREFIX = 'picture!';

/**
 * A Lua filter of our own between pandoc's reader and its writer: what a file holds raw for some other program is read
 * as markup or shown as code, and never reaches that program; addresses and attributes that run scripts go; pictures
 * get names of ours and are written out.
 */
export function writeFilter({ pictures, raw, title }: FilterRequest): string {
  const prefix = typeof pictures === 'object' ? pictures.prefix : '';
  return [
    `local kept, prefix, fallback_title = ${[raw, prefix, title].map(quote).join(', ')}`,
    RAW,
    ADDRESSES,
    pictures === undefined ? 'Image = clean' : pictures === 'data' ? FETCH + INLINE : FETCH + FILES,
    PASSES,
  ].join('\n');
}

/** Lua's strings take bytes as decimal numbers, three digits each. */
function quote(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => `\\${String(byte).padStart(3, '0')}`);
  return `"${bytes.join('')}"`;
}

const RAW = `
local function kind(format)
  if format:match('^html') then return 'html' end
  if format == 'latex' or format == 'beamer' then return 'tex' end
  return format
end
local function read(raw)
  local format = kind(raw.format)
  local reader = format == 'html' and 'html' or format == 'tex' and 'latex'
  if not reader then return nil end
  local ok, document = pcall(pandoc.read, raw.text, reader)
  return ok and document.blocks or nil
end
local function RawBlock(raw)
  if kind(raw.format) == kept then return nil end
  return read(raw) or pandoc.CodeBlock(raw.text)
end
local function RawInline(raw)
  if kind(raw.format) == kept then return nil end
  local blocks = read(raw)
  return blocks and pandoc.utils.blocks_to_inlines(blocks) or pandoc.Code(raw.text)
end
`;

const ADDRESSES = `
local function clean(element)
  for name in pairs(element.attributes) do
    if name:lower():match('^on') then element.attributes[name] = nil end
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
  return clean(link)
end
local function CleanTable(grid)
  local function rows(list)
    for _, row in ipairs(list) do
      clean(row)
      for _, cell in ipairs(row.cells) do clean(cell) end
    end
  end
  rows(grid.head.rows)
  rows(grid.foot.rows)
  for _, body in ipairs(grid.bodies) do
    rows(body.head)
    rows(body.body)
  end
  return clean(grid)
end
local Image
`;

const FETCH = `
local function fetch(source)
  if not source:match('^data:') then return pandoc.mediabag.lookup(source) end
  local ok, mime, data = pcall(pandoc.mediabag.fetch, source)
  if ok then return mime, data end
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
  local file = assert(io.open('${PICTURES_PREFIX}' .. name, 'wb'))
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

/** One pass after the other: what the first one has read, the second one cleans. */
const PASSES = `
local function Meta(meta)
  if not meta.title then meta.pagetitle = fallback_title end
  return meta
end
return {
  { RawBlock = RawBlock, RawInline = RawInline },
  { Image = Image, Link = Link, Span = clean, Div = clean, Header = clean, Code = clean, CodeBlock = clean,
    Figure = clean, Table = CleanTable, Meta = Meta },
}
`;
