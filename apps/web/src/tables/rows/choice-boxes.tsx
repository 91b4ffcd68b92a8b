import type { Column } from '@triptych/contract/tables'
import { Chip } from '../chip.tsx'
import { colorOf } from '../choice-drafts.ts'

interface Props {
  id: string
  name: string
  options: readonly string[]
  colors: Column['colors']
  chosen: readonly string[]
  isLocked: boolean
  onChoose: (chosen: string[]) => void
}

/** Several choices in a form: all there are, each with a box. */
export function ChoiceBoxes({ id, name, options, colors, chosen, isLocked, onChoose }: Props) {
  return (
    <div id={id} className="choice-boxes" role="group" aria-label={name}>
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            disabled={isLocked}
            onChange={({ target }) =>
              onChoose(
                target.checked ? [...chosen, option] : chosen.filter((one) => one !== option),
              )
            }
          />
          <Chip label={option} color={colorOf(colors, option)} />
        </label>
      ))}
    </div>
  )
}
