import { isLate } from './chart/is-late.ts'
import { pictureOf } from '../picture.ts'
import { t } from '../words/words.ts'

/** Colours that differ from each other and have white letters on them. `gantt.css` has them, too, by their place. */
export const tones = [
  { name: t('Blue'), color: '#2f6fd6' },
  { name: t('Green'), color: '#2e7d32' },
  { name: t('Red'), color: '#c0392b' },
  { name: t('Purple'), color: '#7b3fc4' },
  { name: t('Amber'), color: '#9a5b00' },
  { name: t('Teal'), color: '#0b7a75' },
  { name: t('Pink'), color: '#b0307a' },
  { name: t('Grey'), color: '#5b6675' },
  { name: t('Brown'), color: '#7a4f32' },
  { name: t('Indigo'), color: '#4754c0' },
] as const

export const colourings = ['plain', 'person', 'state'] as const
export type Colouring = (typeof colourings)[number]

const toneWith = (color: string) => tones.findIndex((one) => one.color === color)

/** What bars are coloured by, by their state. */
export const stateTones = [
  { state: 'done', label: t('Done'), tone: toneWith('#2e7d32') },
  { state: 'begun', label: t('Begun'), tone: toneWith('#2f6fd6') },
  { state: 'late', label: t('Late'), tone: toneWith('#c0392b') },
  { state: 'to-do', label: t('To do'), tone: toneWith('#5b6675') },
] as const

/** The place of somebody's colour in `tones`: the one that was chosen, else one by their name. */
export function toneOf({ name, color }: { name: string; color?: unknown }): number {
  const chosen = tones.findIndex((one) => one.color === color)
  return chosen >= 0 ? chosen : pictureOf(name).hue % tones.length
}

interface Task {
  type?: string
  end?: Date
  progress?: number
}

export function toneOfState(task: Task, now = new Date()): number {
  const { progress = 0 } = task
  const state =
    progress >= 100 ? 'done' : isLate(task, now) ? 'late' : progress > 0 ? 'begun' : 'to-do'
  return stateTones.find((one) => one.state === state)!.tone
}
