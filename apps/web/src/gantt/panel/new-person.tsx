import { useState } from 'react'
import { useWork } from '../../accounts/use-work.ts'
import { freeTone } from '../team-context.ts'
import type { Member } from '../team-context.ts'
import { tones } from '../tones.ts'
import { t } from '../../words/words.ts'

interface NewPersonProps {
  members: readonly Member[]
  onAdd: (person: { name: string; color: string }) => Promise<void>
}

/** Adds somebody whom the plan does not know yet, in a colour that nobody has. */
export function NewPerson({ members, onAdd }: NewPersonProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const work = useWork()
  const tone = chosen ?? freeTone(members)

  function add(): void {
    const said = name.trim()
    if (said === '' || work.isBusy) return
    void work.run(async () => {
      await onAdd({ name: said, color: tones[tone]!.color })
      setName('')
      setChosen(null)
    })
  }

  return (
    <div className="gantt-new-person">
      <label>
        {t('Somebody new')}
        <input
          className="control"
          placeholder={t('Name')}
          maxLength={1000}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
      </label>
      <span className="gantt-dot" data-tone={tone} />
      <select
        className="control"
        aria-label={t('Colour')}
        value={tone}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {tones.map((one, index) => (
          <option key={one.name} value={index}>
            {one.name}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button"
        disabled={name.trim() === '' || work.isBusy}
        onClick={add}
      >
        {t('Add')}
      </button>
      {work.problem && (
        <p className="problem" role="alert">
          {work.problem}
        </p>
      )}
    </div>
  )
}
