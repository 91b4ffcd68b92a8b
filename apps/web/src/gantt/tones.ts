import { isLate } from './is-late.ts'
import { pictureOf } from '../picture.ts'
import { t } from '../words/words.ts'

/** Colours that differ from each other and have white letters on them. `gantt.css` has them, too, by their place. */
export const tones = [
  { name: 'Blue', color: '#2f6fd6' },
  { name: 'Green', color: '#2e7d32' },
  { name: 'Red', color: '#c0392b' },
  { name: 'Purple', color: '#7b3fc4' },
  { name: 'Amber', color: '#9a5b00' },
  { name: 'Teal', color: '#0b7a75' },
  { name: 'Pink', color: '#b0307a' },
  { name: 'Grey', color: '#5b6675' },
  { name: 'Brown', color: '#7a4f32' },
  { name: 'Indigo', color: '#4754c0' },
] as const

export const colourings = ['plain', 'person', 'state'] as const
export type Colouring = (typeof colourings)[number]

const toneNamed = (name: string) => tones.findIndex((one) => one.name === name)

/** What bars are coloured by, by their state. */
export const stateTones = [
  { state: 'done', label: t('Done'), tone: toneNamed('Green') },
  { state: 'begun', label: t('Begun'), tone: toneNamed('Blue') },
  { state: 'late', label: t('Late'), tone: toneNamed('Red') },
  { state: 'to-do', label: t('To do'), tone: toneNamed('Grey') },
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
