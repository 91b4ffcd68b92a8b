import type { ChoiceColor } from '@triptych/contract/choices'
import { pictureOf } from '../picture.ts'

/** On the circle of colours, and how much of it: brown is a dull orange, grey next to nothing. */
export const palette: Record<ChoiceColor, [hue: number, tint: number]> = {
  red: [0, 1],
  orange: [28, 1],
  yellow: [50, 1],
  lime: [85, 1],
  green: [140, 1],
  teal: [172, 1],
  cyan: [195, 1],
  blue: [218, 1],
  violet: [268, 1],
  pink: [322, 1],
  brown: [25, 0.35],
  grey: [215, 0.1],
}

/** Of a choice that nobody gave a colour: the same wherever it has the same text. */
export const hueOfText = (text: string): number => Math.floor(pictureOf(text).hue / 24) * 24

/** In the order in which new choices get them, so that those beside each other are easily told apart. */
const order: readonly ChoiceColor[] = [
  'blue',
  'green',
  'yellow',
  'red',
  'violet',
  'teal',
  'orange',
  'pink',
  'cyan',
  'lime',
  'brown',
  'grey',
]

interface Worn {
  text: string
  /** `null`: it goes by the text. */
  color: ChoiceColor | null
}

/** The colour of a further choice: one that none has yet, or else one that few have. */
export function nextColor(choices: readonly Worn[]): ChoiceColor {
  const counts = new Map(order.map((color) => [color, 0]))
  for (const { text, color } of choices) {
    const worn = color ?? nearestTo(hueOfText(text))
    counts.set(worn, counts.get(worn)! + 1)
  }
  const least = Math.min(...counts.values())
  return order.find((color) => counts.get(color) === least)!
}

/** What a colour without a name looks like. */
function nearestTo(hue: number): ChoiceColor {
  const apart = (color: ChoiceColor) => {
    const degrees = Math.abs(palette[color][0] - hue)
    return Math.min(degrees, 360 - degrees)
  }
  const bright = order.filter((color) => palette[color][1] === 1)
  return bright.toSorted((one, other) => apart(one) - apart(other))[0]!
}
