import { ListNote } from './accounts/list-note.tsx'
import { useAnswer } from './accounts/use-answer.ts'
import { useWork } from './accounts/use-work.ts'
import { when } from './accounts/when.ts'
import { Dialog } from './dialog.tsx'
import { listDeleted, pageOf, restoreWorkspace } from './workspaces.ts'
import type { NamedWorkspace } from './workspaces.ts'
import { t } from './words/words.ts'

/** For one who no longer knows the address of what was deleted. */
export function DeletedWorkspaces({ onClose }: { onClose: () => void }) {
  const { answer, problem, again } = useAnswer(listDeleted)
  const work = useWork()

  return (
    <Dialog title={t('Deleted workspaces')} onClose={onClose}>
      <ul className="rows">
        {answer?.map((one) => (
          <li key={one.name}>
            <span className="what">
              <strong>{one.title}</strong>
              <small>{toldOf(one)}</small>
            </span>
            <button
              type="button"
              className="button"
              aria-label={t('Restore {name}', { name: one.title })}
              disabled={work.isBusy}
              onClick={() => void work.run(() => restore(one.name), again)}
            >
              {t('Restore')}
            </button>
          </li>
        ))}
      </ul>
      <ListNote
        list={answer}
        problem={problem || work.problem}
        nothing={t('There is none that you may bring back.')}
      />
    </Dialog>
  )
}

async function restore(name: string): Promise<void> {
  location.assign(pageOf((await restoreWorkspace(name)).name))
}

function toldOf({ deleted }: NamedWorkspace): string {
  const at = t('deleted {at}', { at: when(deleted?.at ?? '') })
  if (!deleted?.until) return at
  return `${at} · ${t('can be restored until {until}', { until: when(deleted.until) })}`
}
