import type { Person } from 'triptych-client'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { huesOf, pictureOf } from './picture.ts'
import { placeText } from './place-text.ts'
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
  const others = people.filter(({ isSelf }) => !isSelf)
  const hues = huesOf([...others.map(keyOf), ...(setName ? [keyOf({ id: '', name })] : [])])
  // Our own face is elsewhere then, and there would be nothing to press.
  if (!setName && others.length === 0) return null
  const label =
    others.length === 0
      ? t('Only you are here')
      : counted(others.length, '{count} more is here', '{count} more are here')
  return (
    <div className="people">
      <button
        type="button"
        className="plain"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="only-read-out">{label}</span>
        {others.slice(0, shown).map((person) => (
          <Face key={person.id} person={person} hue={hues.get(keyOf(person))} />
        ))}
        {others.length > shown && (
          <span className="face more" aria-hidden="true">
            +{others.length - shown}
          </span>
        )}
        {setName && (
          <Face person={{ id: '', name }} hue={hues.get(keyOf({ id: '', name }))} isSelf />
        )}
      </button>
      {isOpen && (
        <PeoplePanel
          others={others}
          hues={hues}
          name={name}
          {...(setName && { setName })}
          close={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

interface PanelProps extends Pick<Props, 'name' | 'setName'> {
  others: readonly Person[]
  hues: ReadonlyMap<string, number>
  close: () => void
}

function PeoplePanel({ others, hues, name, setName, close }: PanelProps) {
  const field = useId()
  const [draft, setDraft] = useState(name)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setName?.(draft.trim())
    close()
  }
  return (
    <form
      className="people-panel"
      onSubmit={save}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
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
              autoFocus
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
            <Face person={person} hue={hues.get(keyOf(person))} />
            <span className="who">{person.name || t('Guest')}</span>
            <span className="where">{placeText(person.at)}</span>
          </li>
        ))}
      </ul>
    </form>
  )
}

interface FaceProps {
  person: Pick<Person, 'id' | 'name'>
  isSelf?: boolean
  /** Where there are others whom they must not look like. */
  hue?: number | undefined
}

/** Who has a name keeps the colour; guests are told apart by it. */
function keyOf({ id, name }: Pick<Person, 'id' | 'name'>): string {
  return name || id
}

export function Face({ person, isSelf = false, hue }: FaceProps) {
  const { name } = person
  const shown = hue ?? pictureOf(keyOf(person)).hue
  const { initials } = pictureOf(name || t('Guest'))
  return (
    <span
      className="face"
      aria-hidden="true"
      title={isSelf ? t('You') : name || t('Guest')}
      style={{ backgroundColor: `hsl(${shown} 45% 38%)` }}
    >
      {initials}
    </span>
  )
}
