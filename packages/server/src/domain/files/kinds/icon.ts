import { typeOfExtension } from './file-types.ts'
import type { Family } from './file-types.ts'

export type IconSize = 'small' | 'big'

/** How the client names what is no file, beside the extensions of files. */
const kinds = ['folder', 'search', 'multiple', 'none', 'link', 'other'] as const
type Kind = (typeof kinds)[number]

/**
 * The icon for a name as the file manager asks for it: a kind of thing or the extension of a file,
 * which may be anything. Follows the light or dark scheme of the reader by itself.
 */
export function iconSvg(name: string, size: IconSize): string {
  const kind = kinds.find((one) => one === name)
  return kind ? kindIcon(kind, size) : fileIcon(name, size)
}

function kindIcon(kind: Kind, size: IconSize): string {
  const shapes = size === 'big' ? bigShapes : smallShapes
  const colour = kind === 'folder' ? folderColour : plainColour
  return drawing(size, colour, shapes[kind])
}

function fileIcon(extension: string, size: IconSize): string {
  const { family } = typeOfExtension(extension)
  const label = iconLabel(extension, size === 'big' ? 6 : 4)
  const shape = size === 'big' ? bigFile(family, label) : smallFile(family, label)
  return drawing(size, familyColours[family], shape)
}

function bigFile(family: Family, label: string): string {
  const glyph = `<g transform="translate(48 ${label ? 42 : 50})">${glyphs[family]}</g>`
  if (!label) return bigShapes.sheet + glyph
  const letters = letterSize(label, 51, 15)
  return (
    `${bigShapes.sheet}${glyph}<rect class="c" x="18" y="63" width="60" height="21" rx="5"/>` +
    text(label, 48, 73.5, letters)
  )
}

function smallFile(family: Family, label: string): string {
  if (!label)
    return `${smallShapes.sheet}<g transform="translate(12 13.5) scale(.3)">${glyphs[family]}</g>`
  const letters = letterSize(label, 20, 8)
  return (
    `${smallShapes.sheet}<rect class="c" x="1" y="11" width="22" height="9.5" rx="2"/>` +
    text(label, 12, 15.8, letters)
  )
}

/** Letters hang from their middle, whatever font there is. */
function text(label: string, x: number, y: number, size: number): string {
  return `<text class="t" x="${x}" y="${Number((y + size * 0.36).toFixed(1))}" font-size="${size}">${label}</text>`
}

function drawing(size: IconSize, colour: Colour, content: string): string {
  const edgeLength = size === 'big' ? 96 : 24
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edgeLength} ${edgeLength}" ` +
    `width="${edgeLength}" height="${edgeLength}"><style>${styles(size, colour)}</style>${content}</svg>\n`
  )
}

function styles(size: IconSize, colour: Colour): string {
  const rules = (scheme: keyof Colour): string =>
    `.p{fill:${paper[scheme]};stroke:${edge[scheme]}}.f{fill:${edge[scheme]}}` +
    `.c{fill:${colour[scheme]}}.k{stroke:${colour[scheme]}}.b{fill:${folderBackColour[scheme]}}` +
    `.t{fill:${onColour[scheme]}}`
  return (
    `.p{stroke-width:${size === 'big' ? 1.5 : 1}}` +
    `.k{fill:none;stroke-width:${size === 'big' ? 2.6 : 2};stroke-linecap:round;stroke-linejoin:round}` +
    `.t{font-family:system-ui,sans-serif;font-weight:700;text-anchor:middle}` +
    `${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}`
  )
}

/** What of an extension fits on an icon: a few letters and digits, in capitals. */
function iconLabel(extension: string, maxLetters: number): string {
  return (
    extension
      .slice(0, 100)
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
      .match(/./gu)
      ?.slice(0, maxLetters)
      .join('') ?? ''
  )
}

/** The size of letters with which a label fits a width, as wide as sans-serif letters mostly are. */
function letterSize(label: string, width: number, largest: number): number {
  const widths = Array.from(label, (letter) => {
    if (/[IJ1]/.test(letter)) return 0.42
    if (/[MW]/.test(letter)) return 1.05
    if (/[CDGHKNOQU]/.test(letter)) return 0.83
    return /[A-Z0-9]/.test(letter) ? 0.72 : 1.05
  })
  const total = widths.reduce((sum, one) => sum + one, 0)
  return Number(Math.min(largest, width / total).toFixed(1))
}

/**
 * What a family looks like, drawn around the origin within 15 to each side. `c` fills with the
 * colour of the family, `k` draws lines with it.
 */
const glyphs: Record<Family, string> = {
  picture:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="4"/><circle class="c" cx="7.5" cy="-4.5" r="2.8"/>' +
    '<path class="c" d="M-12 9l8-11 5 6.5 3-3.5 8 8z"/>',
  video:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="4"/><path class="c" d="M-4-6.2v12.4L7 0z"/>',
  audio:
    '<path class="k" d="M-5.5 9V-11l14-3V6"/><circle class="c" cx="-9" cy="9.5" r="4.5"/><circle class="c" cx="5" cy="6.5" r="4.5"/>',
  text: '<path class="k" d="M-14-10h28M-14-3h28M-14 4h28M-14 11h16"/>',
  code: '<path class="k" d="M-7-8l-8 8 8 8M7-8l8 8-8 8M3-12l-6 24"/>',
  document:
    '<path class="k" d="M-14-10h28M2-2h12M2 5h12M-14 12h28"/><rect class="c" x="-15" y="-4" width="13" height="11" rx="2"/>',
  sheet:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="3"/><path class="k" d="M-15-4h30M-15 4h30M-5-12v24M5-12v24"/>',
  slides:
    '<path class="k" d="M-16-12h32M-13-12V6h26v-18M0 6v4M-6 14l6-5 6 5"/><path class="c" d="M-8 2v-5h4v5zM-2 2v-10h4V2zM4 2v-7h4v7z"/>',
  pdf: '<path class="k" d="M-14 11c6-2 13-13 13-21 0-5 4-4 3 0-2 8 6 14 12 14 4 0 3-4-1-4-8 0-17 3-24 7-5 3-5 6-3 4z"/>',
  archive:
    '<path class="c" d="M-6-15h6v5h-6zM0-10h6v5H0zM-6-5h6v5h-6zM0 0h6v5H0z"/><rect class="k" x="-6" y="5" width="12" height="10" rx="2.5"/>',
  font: '<path class="k" d="M-14 12l9-25 9 25M-10.7 3H.7"/><circle class="k" cx="9.5" cy="7.5" r="4.5"/><path class="k" d="M14 2v10"/>',
  disk: '<circle class="k" r="14"/><circle class="k" r="4.5"/><path class="k" d="M-9.5 0A9.5 9.5 0 0 1 0-9.5"/>',
  program:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="4"/><path class="k" d="M-9-5l5 5-5 5M0 5h8"/>',
  data: '<ellipse class="k" cy="-9.5" rx="13" ry="4.5"/><path class="k" d="M-13-9.5V9.5c0 6 26 6 26 0v-19M-13 0c0 6 26 6 26 0"/>',
  other: '<path class="k" d="M-14-6h28M-14 1h28M-14 8h16"/>',
}

/** Of one kind of thing: on a light ground and on a dark one. */
interface Colour {
  light: string
  dark: string
}

const familyColours: Record<Family, Colour> = {
  picture: { light: '#0d9488', dark: '#2dd4bf' },
  video: { light: '#7c3aed', dark: '#a78bfa' },
  audio: { light: '#db2777', dark: '#f472b6' },
  text: { light: '#52657c', dark: '#a3b3c7' },
  code: { light: '#4f46e5', dark: '#8f94ff' },
  document: { light: '#2563eb', dark: '#6ea8ff' },
  sheet: { light: '#15803d', dark: '#4ade80' },
  slides: { light: '#dd5a0b', dark: '#fb923c' },
  pdf: { light: '#dc2626', dark: '#f87171' },
  archive: { light: '#a16207', dark: '#facc15' },
  font: { light: '#9333ea', dark: '#c98bfd' },
  disk: { light: '#475569', dark: '#94a3b8' },
  program: { light: '#334155', dark: '#a8b5c8' },
  data: { light: '#0e7490', dark: '#38c6e0' },
  other: { light: '#64748b', dark: '#9aa8bb' },
}

/** Of what is no file. */
const folderColour: Colour = { light: '#f5b83d', dark: '#e0a52e' }

const folderBackColour: Colour = { light: '#e09a1c', dark: '#b47c16' }

const plainColour: Colour = { light: '#64748b', dark: '#9aa8bb' }

const paper: Colour = { light: '#ffffff', dark: '#2b313b' }

const edge: Colour = { light: '#c3ccd8', dark: '#56606f' }

/** On a coloured ground. */
const onColour: Colour = { light: '#ffffff', dark: '#171b21' }

const bigOutline = 'd="M18 13a7 7 0 0 1 7-7h33l20 20v57a7 7 0 0 1-7 7H25a7 7 0 0 1-7-7z"'

const bigFold = '<path class="f" d="M58 6l20 20H65a7 7 0 0 1-7-7z"/>'

const bigSheet = `<path class="p" ${bigOutline}/>${bigFold}`

const smallOutline = 'd="M4.5 3.5a2 2 0 0 1 2-2H14l5.5 5.5v13.5a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2z"'

const smallSheet = `<path class="p" ${smallOutline}/><path class="f" d="M14 1.5l5.5 5.5H16a2 2 0 0 1-2-2z"/>`

/**
 * The outlines of all things. `p` is paper with its edge, `f` the folded corner, `c` and `k` fill
 * and draw with the colour of the thing, `b` is the back of a folder.
 */
const bigShapes = {
  sheet: bigSheet,
  folder:
    '<path class="b" d="M8 24a8 8 0 0 1 8-8h19a8 8 0 0 1 6 2.7l5.6 6.3H80a8 8 0 0 1 8 8v32H8z"/>' +
    '<rect class="c" x="8" y="34" width="80" height="47" rx="8"/>',
  multiple:
    '<rect class="p" x="31" y="8" width="48" height="62" rx="7"/>' +
    '<rect class="p" x="24" y="17" width="48" height="62" rx="7"/>' +
    '<rect class="p" x="17" y="26" width="48" height="62" rx="7"/>' +
    '<path class="k" d="M28 42h26M28 52h26M28 62h26M28 72h15"/>',
  search:
    '<circle class="k" cx="42" cy="42" r="25" style="stroke-width:7"/>' +
    '<path class="k" d="M61 61l22 22" style="stroke-width:9"/>',
  none: `<path class="p" stroke-dasharray="5 4.5" ${bigOutline}/>${bigFold}`,
  link: `${bigSheet}<path class="k" d="M34 70V60a11 11 0 0 1 11-11h16M52 39l10 10-10 10" style="stroke-width:4.5"/>`,
  other:
    `${bigSheet}<path class="k" d="M40 46c0-12 17-12 17 0 0 7-8.5 7-8.5 14" style="stroke-width:4.5"/>` +
    '<circle class="c" cx="48.5" cy="70" r="3.2"/>',
}

const smallShapes: typeof bigShapes = {
  sheet: smallSheet,
  folder:
    '<path class="b" d="M1.5 6a2 2 0 0 1 2-2H9a2 2 0 0 1 1.5.7L12 6.5h8.5a2 2 0 0 1 2 2V17h-21z"/>' +
    '<rect class="c" x="1.5" y="8.5" width="21" height="12" rx="2"/>',
  multiple:
    '<rect class="p" x="8.5" y="1.5" width="12" height="16" rx="2"/>' +
    '<rect class="p" x="4.5" y="5.5" width="12" height="17" rx="2"/>' +
    '<path class="k" d="M8 11h5M8 14.5h5M8 18h3" style="stroke-width:1.5"/>',
  search: '<circle class="k" cx="10.5" cy="10.5" r="6.5"/><path class="k" d="M15.5 15.5l6 6"/>',
  none: `<path class="p" stroke-dasharray="2 1.5" ${smallOutline}/>`,
  link: `${smallSheet}<path class="k" d="M8.5 18v-2a3 3 0 0 1 3-3H15M13 10.5l2.5 2.5-2.5 2.5" style="stroke-width:1.5"/>`,
  other:
    `${smallSheet}<path class="k" d="M9.5 11c0-3.5 5-3.5 5 0 0 2-2.5 2-2.5 4" style="stroke-width:1.6"/>` +
    '<circle class="c" cx="12" cy="18.3" r="1.1"/>',
}
