import type { DueTask } from '@triptych/contract/due'
import { writeAddress } from '../address.ts'
import { hitIcons } from '../find/hit-icons.ts'
import { Icon } from '../icon.tsx'
import { locale } from '../place/locale.ts'
import { t } from '../words/words.ts'
import { isPast } from './due.ts'

/** A task, how far it is, and until when it is to be done. */
export function TaskPlace(given: DueTask) {
  const { id, text, end, progress } = given
  return (
    <li>
      <a href={writeAddress('gantt', [String(id)])}>
        <Icon svg={hitIcons.task} />
        <span className="what">{text || t('Task without a name')}</span>
        <span className={isPast(given) ? 'where past' : 'where'}>
          {end
            ? t('{progress} %, until {day}', { progress, day: dayOf(end) })
            : t('{progress} %', { progress })}
        </span>
      </a>
    </li>
  )
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** What ends at midnight is worked on until the day before. */
function dayOf(end: string): string {
  return day.format(new Date(end).getTime() - 1)
}
