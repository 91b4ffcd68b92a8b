import type { Person } from 'triptych-client'
import { useId, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { placeBelow } from './menu.tsx'
import { colourOf, huesOf, pictureOf } from './picture.ts'
import { placeText } from './place-text.ts'
import { numbersOf } from './same-names.ts'
import './people.css'
import { counted, t } from './words/words.ts'

interface Props {
  people: readonly Person[]
  name: string
  /** Missing where the name is that of an account. */
  setName?: (name: string) => void
}

const shown = 4

/** Who else is here, and how they see us. */
export function People({ people, name, setName }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const others = people.filter(({ isSelf }) => !isSelf)
  const self = { id: people.find(({ isSelf }) => isSelf)?.id ?? '', name }
  const numbers = numbersOf(people)
  const look = (person: Named): Look => ({ person, number: numbers.get(person.id) })
  const hues = huesOf([...others, ...(setName ? [self] : [])].map((one) => keyOf(look(one))))
  const lookOf = (person: Named): Look => {
    const plain = look(person)
    return { ...plain, hue: hues.get(keyOf(plain)) }
  }
  // Our own face is elsewhere then, and there would be nothing to press.
  if (!setName && others.length === 0) return null
  const label =
    others.length === 0
      ? t('Only you are here')
      : counted(others.length, '{count} more is here', '{count} more are here')
  function toggle(isOpening: boolean): void {
    if (!isOpening) return setIsOpen(false)
    panel.current!.querySelector('input')?.focus()
  }
  return (
    <div className="people">
      <button
        ref={button}
        type="button"
        className="plain"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <span className="only-read-out">{label}</span>
        {others.slice(0, shown).map((person) => (
          <Face key={person.id} {...lookOf(person)} />
        ))}
        {others.length > shown && (
          <span className="face more" aria-hidden="true">
            +{others.length - shown}
          </span>
        )}
        {setName && <Face {...lookOf(self)} isSelf />}
      </button>
      <div
        ref={panel}
        id={id}
        className="people-panel"
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return
          flushSync(() => setIsOpen(true))
          placeBelow(button.current!, panel.current!)
        }}
        onToggle={({ newState }) => toggle(newState === 'open')}
      >
        {isOpen && (
          <PeoplePanel
            others={others}
            lookOf={lookOf}
            name={name}
            {...(setName && { setName })}
            close={() => panel.current!.hidePopover()}
          />
        )}
      </div>
    </div>
  )
}

interface PanelProps extends Pick<Props, 'name' | 'setName'> {
  others: readonly Person[]
  lookOf: (person: Named) => Look
  close: () => void
}

function PeoplePanel({ others, lookOf, name, setName, close }: PanelProps) {
  const field = useId()
  const [draft, setDraft] = useState(name)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setName?.(draft.trim())
    close()
  }
  return (
    <form onSubmit={save}>
      {setName && (
        <>
          <label htmlFor={field}>{t('Your name, as others see it')}</label>
          <div className="line">
            <input
              className="control"
              id={field}
              value={draft}
              maxLength={64}
              placeholder={t('Guest')}
              onChange={({ target }) => setDraft(target.value)}
            />
            <button type="submit" className="button">
              {t('Save')}
            </button>
          </div>
        </>
      )}
      <h2>{others.length === 0 ? t('Nobody else is here') : t('Also here')}</h2>
      <ul>
        {others.map((person) => (
          <li key={person.id}>
            <Face {...lookOf(person)} />
            <span className="who">{nameOf(lookOf(person))}</span>
            <span className="where">{placeText(person.at)}</span>
          </li>
        ))}
      </ul>
    </form>
  )
}

type Named = Pick<Person, 'id' | 'name'>

interface Look {
  person: Named
  /** Where others here have the same name. */
  number?: number | undefined
  /** Where there are others whom they must not look like. */
  hue?: number | undefined
}

/** Who has a name keeps the colour; guests, and others of one name, are told apart by it. */
function keyOf({ person: { id, name }, number }: Look): string {
  return name ? `${name}${number ? ` ${number}` : ''}` : id
}

function nameOf({ person: { name }, number }: Look): string {
  return number ? `${name || t('Guest')} ${number}` : name || t('Guest')
}

export function Face({ isSelf = false, ...look }: Look & { isSelf?: boolean }) {
  const { person, number, hue } = look
  const shown = hue ?? pictureOf(keyOf(look)).hue
  const { initials } = pictureOf(person.name || t('Guest'))
  return (
    <span
      className="face"
      aria-hidden="true"
      title={isSelf ? t('You') : nameOf(look)}
      style={{ backgroundColor: colourOf(shown) }}
    >
      {initials}
      {number}
    </span>
  )
}
