import type { Family } from './file-types.ts'

/** Of one kind of thing: on a light ground and on a dark one. */
export interface Colour {
  light: string
  dark: string
}

export const familyColours: Record<Family, Colour> = {
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
export const folderColour: Colour = { light: '#f5b83d', dark: '#e0a52e' }
export const folderBackColour: Colour = { light: '#e09a1c', dark: '#b47c16' }
export const plainColour: Colour = { light: '#64748b', dark: '#9aa8bb' }

export const paper: Colour = { light: '#ffffff', dark: '#2b313b' }
export const edge: Colour = { light: '#c3ccd8', dark: '#56606f' }
/** On a coloured ground. */
export const onColour: Colour = { light: '#ffffff', dark: '#171b21' }
