import { Chip } from './cells/chip.tsx'

interface Props {
  id: string
  name: string
  options: readonly string[]
  chosen: readonly string[]
  isLocked: boolean
  onChoose: (chosen: string[]) => void
}

/** Several choices in a form: all there are, each with a box. */
export function ChoiceBoxes({ id, name, options, chosen, isLocked, onChoose }: Props) {
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
          <Chip label={option} />
        </label>
      ))}
    </div>
  )
}
