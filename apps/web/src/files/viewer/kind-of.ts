/** How a file is shown. */
export type Kind = 'picture' | 'pdf' | 'markdown' | 'text' | 'audio' | 'video' | 'other'

/** Those that browsers show, and those of which the server makes a picture. */
const endings: Record<Exclude<Kind, 'other'>, string> = {
  picture: 'png apng jpg jpeg jpe jfif gif webp avif bmp ico svg tif tiff',
  pdf: 'pdf',
  markdown: 'md markdown',
  audio: 'mp3 m4a aac oga ogg opus flac wav weba',
  video: 'mp4 m4v webm ogv mov mkv',
  text:
    'txt text log csv tsv json jsonl ndjson xml yaml yml toml ini cfg conf properties env ' +
    'html htm xhtml css scss less js mjs cjs jsx ts mts tsx vue svelte py rb php pl lua sh bash zsh fish ps1 bat ' +
    'c h cc cpp hpp cs java kt swift go rs zig sql graphql proto diff patch tex rst adoc ics vcf eml srt vtt ' +
    'gitignore dockerfile makefile gpx geojson',
}

const kinds = new Map(
  Object.entries(endings).flatMap(([kind, list]) =>
    list.split(' ').map((ending) => [ending, kind as Kind] as const),
  ),
)

/** By its name: what is in it is looked at when it is shown. */
export function kindOf(name: string): Kind {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return kinds.get(ending) ?? 'other'
}

const packed = new Set(
  'docx docm dotx xlsx xlsm xltx pptx pptm potx ppsx odt ott ods ots odp otp zip jar'.split(' '),
)

/** Archives, and what office programs write, which are archives with texts and cells in them. */
export function isPacked(name: string): boolean {
  return packed.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}
