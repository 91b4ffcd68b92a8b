import { typeOfExtension } from './file-types.ts'
import type { Family } from './file-types.ts'
import {
  edge,
  familyColours,
  folderBackColour,
  folderColour,
  onColour,
  paper,
  plainColour,
} from './icon-colours.ts'
import type { Colour } from './icon-colours.ts'
import { glyphs } from './icon-glyphs.ts'
import { iconLabel, letterSize } from './icon-label.ts'
import { bigShapes, smallShapes } from './icon-shapes.ts'

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
