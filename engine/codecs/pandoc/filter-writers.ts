/**
 * What single writers of pandoc (3.10) do not do by themselves. Texinfo's takes the punctuation out of what links show,
 * as it must in the names of nodes. That for slides leaves out tables and pictures within divisions, of which pages are
 * made; only those stay that mean something on a slide.
 */
export const WRITERS = `
local function with_commas(text)
  local parts, rest = pandoc.Inlines({}), text
  while rest:find(',', 1, true) do
    local before, behind = rest:match('^([^,]*),(.*)$')
    parts:extend({ pandoc.Str(before), pandoc.RawInline('texinfo', '@comma{}') })
    rest = behind
  end
  parts:insert(pandoc.Str(rest))
  return parts
end
function spelled(link)
  if FORMAT ~= 'texinfo' or link.target:match('^#') or pandoc.utils.stringify(link.content) == link.target then
    return link
  end
  local address = link.target:gsub('[@{}]', '@%0'):gsub(',', '@comma{}')
  local label = link.content:walk({ Str = function(str) return with_commas(str.text) end })
  label:insert(1, pandoc.RawInline('texinfo', '@uref{' .. address .. ','))
  label:insert(pandoc.RawInline('texinfo', '}'))
  return label
end
local ON_SLIDES = { columns = 1, column = 1, notes = 1, incremental = 1, nonincremental = 1 }
local function Division(division)
  local has_meaning = division.classes:find_if(function(name) return ON_SLIDES[name] ~= nil end)
  if FORMAT == 'pptx' and not has_meaning then return division.content end
  return clean(division)
end
`;
