/**
 * HTML in a text comes tag by tag, with markup between the tags: from one that opens to the one that closes it, all of
 * it is written as HTML at once, since spaces at the ends of a piece would go, and read together.
 */
export const RAW = `
local VOID = { area = 1, base = 1, br = 1, col = 1, embed = 1, hr = 1, img = 1, input = 1, link = 1, meta = 1,
  param = 1, source = 1, track = 1, wbr = 1 }
local function kind(format)
  if format:match('^html') then return 'html' end
  if format == 'latex' or format == 'beamer' then return 'tex' end
  return format
end
local function depth(html)
  local open = 0
  for closing, name, rest in html:gmatch('<(/?)(%a[%w-]*)([^>]*)>') do
    if closing == '/' then open = open - 1
    elseif not VOID[name:lower()] and not rest:match('/%s*$') then open = open + 1 end
  end
  return open
end
local function read(text, format)
  local reader = format == 'html' and 'html' or format == 'tex' and 'latex'
  if not reader then return nil end
  local ok, document = pcall(pandoc.read, text, reader)
  return ok and document.blocks or nil
end
local function matching(list, first, is_html)
  local open = 0
  for index = first, #list do
    if is_html(list[index]) then open = open + depth(list[index].text) end
    if open <= 0 then return index end
  end
  return first
end
local function slice(list, first, last)
  local part = pandoc.List({})
  for index = first, last do part:insert(list[index]) end
  return part
end
local function reader_of(tag, collect, document, code)
  local function is_html(element) return element.t == tag and kind(element.format) == 'html' end
  return function(list)
    local result, index, changed = collect(), 1, false
    while index <= #list do
      local element = list[index]
      if element.t ~= tag or kind(element.format) == kept then
        result:insert(element)
      else
        changed = true
        local last = is_html(element) and matching(list, index, is_html) or index
        local text = index == last and element.text
          or pandoc.write(document(slice(list, index, last)), 'html', { html_math_method = 'mathml', wrap_text = 'preserve' })
        result:extend(code(read(text, kind(element.format)), element))
        index = last
      end
      index = index + 1
    end
    return changed and result or nil
  end
end
local Blocks = reader_of('RawBlock', function() return pandoc.Blocks({}) end,
  function(blocks) return pandoc.Pandoc(blocks) end,
  function(blocks, raw) return blocks or { pandoc.CodeBlock(raw.text) } end)
local Inlines = reader_of('RawInline', function() return pandoc.Inlines({}) end,
  function(inlines) return pandoc.Pandoc({ pandoc.Plain(inlines) }) end,
  function(blocks, raw) return blocks and pandoc.utils.blocks_to_inlines(blocks) or { pandoc.Code(raw.text) } end)
`;
