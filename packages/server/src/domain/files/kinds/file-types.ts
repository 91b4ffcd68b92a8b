export type Family =
  | 'picture'
  | 'video'
  | 'audio'
  | 'text'
  | 'code'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'pdf'
  | 'archive'
  | 'font'
  | 'disk'
  | 'program'
  | 'data'
  | 'other'

export interface FileType {
  /** In lower case and without its dot; empty when the name has none. */
  extension: string
  /** The media type, with a charset when it is text. */
  type: string
  family: Family
}

/** By family: which extensions have which media type. Each extension stands here once. */
const table: Record<Exclude<Family, 'other'>, Record<string, string>> = {
  picture: {
    'image/png': 'png',
    'image/apng': 'apng',
    'image/jpeg': 'jpg jpeg jpe jfif',
    'image/gif': 'gif',
    'image/webp': 'webp',
    'image/avif': 'avif',
    'image/heic': 'heic',
    'image/heif': 'heif',
    'image/bmp': 'bmp dib',
    'image/x-icon': 'ico cur',
    'image/tiff': 'tif tiff',
    'image/svg+xml': 'svg svgz',
    'image/jxl': 'jxl',
    'image/jp2': 'jp2 j2k',
    'image/vnd.adobe.photoshop': 'psd psb',
    'image/x-exr': 'exr',
    'image/vnd.radiance': 'hdr',
    'image/x-tga': 'tga',
    'image/x-portable-anymap': 'pnm pbm pgm ppm',
    'image/x-adobe-dng': 'dng',
    'image/x-canon-cr2': 'cr2',
    'image/x-canon-cr3': 'cr3',
    'image/x-nikon-nef': 'nef',
    'image/x-sony-arw': 'arw',
    'image/x-fuji-raf': 'raf',
    'image/x-panasonic-rw2': 'rw2',
    'image/x-olympus-orf': 'orf',
    'image/x-xcf': 'xcf',
    'image/vnd.dxf': 'dxf',
    'image/vnd.dwg': 'dwg',
    'application/postscript': 'ai eps ps',
    'application/x-sketch': 'sketch',
  },
  video: {
    'video/mp4': 'mp4 m4v',
    'video/webm': 'webm',
    'video/ogg': 'ogv',
    'video/quicktime': 'mov qt',
    'video/x-matroska': 'mkv',
    'video/x-msvideo': 'avi',
    'video/mpeg': 'mpg mpeg mpe m2v',
    'video/mp2t': 'mts m2ts',
    'video/x-ms-wmv': 'wmv',
    'video/x-flv': 'flv',
    'video/3gpp': '3gp 3g2',
  },
  audio: {
    'audio/mpeg': 'mp3 mp2',
    'audio/mp4': 'm4a m4b',
    'audio/aac': 'aac',
    'audio/flac': 'flac',
    'audio/ogg': 'ogg oga opus',
    'audio/wav': 'wav wave',
    'audio/webm': 'weba',
    'audio/aiff': 'aif aiff aifc',
    'audio/x-ms-wma': 'wma',
    'audio/amr': 'amr',
    'audio/midi': 'mid midi',
    'audio/x-ape': 'ape',
  },
  text: {
    'text/plain': 'txt text log nfo env gitignore gitattributes editorconfig srt',
    'text/markdown': 'md markdown mdown',
    'text/x-rst': 'rst adoc asciidoc',
    'text/x-tex': 'tex bib',
    'text/calendar': 'ics',
    'text/vcard': 'vcf',
    'text/vtt': 'vtt',
    'text/x-diff': 'diff patch',
    'message/rfc822': 'eml',
  },
  code: {
    'text/html': 'html htm',
    'application/xhtml+xml': 'xhtml',
    'text/css': 'css',
    'text/javascript': 'js mjs cjs',
    'application/json': 'json map webmanifest',
    'application/ld+json': 'jsonld',
    'application/x-ndjson': 'ndjson jsonl',
    'application/xml': 'xml xsd xsl xslt dtd plist',
    'application/geo+json': 'geojson',
    'application/gpx+xml': 'gpx',
    'application/vnd.google-earth.kml+xml': 'kml',
    'application/yaml': 'yaml yml',
    'application/toml': 'toml',
    'application/sql': 'sql',
    'application/x-sh': 'sh bash zsh fish',
    'text/plain':
      'ts tsx cts jsx vue svelte astro json5 jsonc scss sass less styl c h cc cpp cxx hpp hh m mm cs fs ' +
      'java kt kts scala groovy gradle go rs swift dart py pyi rb php pl pm lua r jl hs elm erl ex exs clj ' +
      'lisp scm zig nim v asm s ini cfg conf properties bat cmd ps1 vb pas f90 cmake mk dockerfile makefile ' +
      'graphql gql proto tf hcl nix ejs hbs pug twig po pot lock',
    'application/x-ipynb+json': 'ipynb',
  },
  document: {
    'application/msword': 'doc dot',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template': 'dotx',
    'application/vnd.ms-word.document.macroenabled.12': 'docm',
    'application/vnd.oasis.opendocument.text': 'odt',
    'application/rtf': 'rtf',
    'application/vnd.apple.pages': 'pages',
    'application/epub+zip': 'epub',
    'application/x-mobipocket-ebook': 'mobi azw azw3',
    'image/vnd.djvu': 'djvu djv',
    'application/oxps': 'xps oxps',
    'application/vnd.ms-outlook': 'msg',
    'application/vnd.visio': 'vsd vsdx',
    'application/vnd.oasis.opendocument.graphics': 'odg',
  },
  sheet: {
    'text/csv': 'csv',
    'text/tab-separated-values': 'tsv tab',
    'application/vnd.ms-excel': 'xls xlt',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.template': 'xltx',
    'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsm',
    'application/vnd.ms-excel.sheet.binary.macroenabled.12': 'xlsb',
    'application/vnd.oasis.opendocument.spreadsheet': 'ods',
    'application/vnd.apple.numbers': 'numbers',
  },
  slides: {
    'application/vnd.ms-powerpoint': 'ppt pps',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow': 'ppsx',
    'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'pptm',
    'application/vnd.oasis.opendocument.presentation': 'odp',
    'application/vnd.apple.keynote': 'key keynote',
  },
  pdf: { 'application/pdf': 'pdf' },
  archive: {
    'application/zip': 'zip',
    'application/gzip': 'gz tgz',
    'application/x-tar': 'tar',
    'application/x-bzip2': 'bz2 tbz2',
    'application/x-xz': 'xz txz',
    'application/zstd': 'zst',
    'application/x-lzma': 'lzma lz lz4',
    'application/x-brotli': 'br',
    'application/x-7z-compressed': '7z',
    'application/vnd.rar': 'rar',
    'application/vnd.ms-cab-compressed': 'cab',
    'application/x-cpio': 'cpio',
    'application/java-archive': 'jar war',
    'application/vnd.comicbook+zip': 'cbz',
    'application/vnd.comicbook-rar': 'cbr',
  },
  font: {
    'font/ttf': 'ttf',
    'font/otf': 'otf',
    'font/woff': 'woff',
    'font/woff2': 'woff2',
    'font/collection': 'ttc',
    'application/vnd.ms-fontobject': 'eot',
  },
  disk: {
    'application/x-iso9660-image': 'iso',
    'application/x-apple-diskimage': 'dmg',
    'application/octet-stream': 'img bin vhd vhdx vmdk vdi qcow2 ova',
  },
  program: {
    'application/vnd.microsoft.portable-executable': 'exe dll sys',
    'application/x-msi': 'msi',
    'application/vnd.android.package-archive': 'apk aab',
    'application/x-debian-package': 'deb',
    'application/x-rpm': 'rpm',
    'application/x-xpinstall': 'xpi crx',
    'application/wasm': 'wasm',
    'application/x-sharedlib': 'so dylib o a ko',
    'application/java-vm': 'class',
    'application/x-python-bytecode': 'pyc',
    'application/octet-stream': 'appimage pkg ipa',
  },
  data: {
    'application/vnd.sqlite3': 'sqlite sqlite3 db db3',
    'application/x-msaccess': 'mdb accdb',
    'application/vnd.apache.parquet': 'parquet',
    'application/x-hdf5': 'h5 hdf5',
    'application/x-bittorrent': 'torrent',
    'application/x-pem-file': 'pem crt cer csr',
    'application/x-pkcs12': 'p12 pfx',
    'application/pgp-encrypted': 'gpg pgp asc',
    'model/stl': 'stl',
    'model/obj': 'obj',
    'model/gltf-binary': 'glb',
    'model/gltf+json': 'gltf',
    'model/step': 'step stp',
    'application/octet-stream': 'dat bak blend 3ds',
  },
}

/** Texts that go by a whole name. */
const plainNames = new Set(
  'readme license licence copying authors changelog dockerfile makefile procfile gemfile'.split(
    ' ',
  ),
)

interface Known {
  type: string
  family: Family
}

const plainText = 'text/plain; charset=utf-8'
const unknown: Known = { type: 'application/octet-stream', family: 'other' }
const rows = Object.entries(table).flatMap(([family, types]) =>
  Object.entries(types).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension): [string, Known] => {
      return [extension, { type: withCharset(type), family: family as Family }]
    }),
  ),
)
const known = new Map(rows)

export const knownExtensions: readonly string[] = rows.map(([extension]) => extension)

/** In the order of the table. */
export function extensionsOf(families: readonly Family[]): string[] {
  return rows.flatMap(([extension, { family }]) => (families.includes(family) ? [extension] : []))
}

/** The type that goes with a name; nothing is read from the file. `.env` has no extension. */
export function fileTypeOf(name: string): FileType {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
  return { extension, ...(extension ? typeOfExtension(extension) : typeOfPlainName(name)) }
}

/** `extension` in lower case, without its dot. */
export function typeOfExtension(extension: string): Known {
  return known.get(extension) ?? unknown
}

function typeOfPlainName(name: string): Known {
  const word = name.toLowerCase()
  if (word.startsWith('.')) return known.get(word.slice(1)) ?? unknown
  return plainNames.has(word) ? { type: plainText, family: 'text' } : unknown
}

function withCharset(type: string): string {
  return isText(type) ? `${type}; charset=utf-8` : type
}

/** Whether the media type, without parameters, is something a person can read as it stands. */
export function isText(type: string): boolean {
  return (
    /^text\/|^message\/rfc822$|^(application|model)\/([\w.-]+\+)?(json|xml)$/.test(type) ||
    /^application\/(x-ndjson|yaml|toml|sql|x-sh)$/.test(type)
  )
}
