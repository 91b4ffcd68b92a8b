import { fileAddress } from 'triptych-client'
import { ConfirmButton } from '../../accounts/confirm-button.tsx'
import { useEntry } from '../../accounts/entry-context.ts'
import { ListNote } from '../../accounts/list-note.tsx'
import { useAnswer } from '../../accounts/use-answer.ts'
import { useWork } from '../../accounts/use-work.ts'
import { when, whenExactly } from '../../accounts/when.ts'
import { Dialog } from '../../dialog.tsx'
import { useFollow } from '../../use-follow.ts'
import type { ViewProps } from '../../view.ts'
import type { WayBack } from '../../way-back.ts'
import { deleteVersion, listVersions, restoreVersion, versionAddress } from './ask-versions.ts'
import type { FileVersion, VersionedFile } from './ask-versions.ts'
import { byWhom } from './by-whom.ts'
import { formatSize } from '../format-size.ts'
import { t } from '../../words/words.ts'

interface Props extends Pick<ViewProps, 'server' | 'tell'>, Pick<WayBack, 'undoWrite'> {
  file: VersionedFile
  mayChange: boolean
  onClose: () => void
}

/** What a file holds and has held: to look at, and to bring back. */
export function VersionsDialog({ server, file, mayChange, tell, undoWrite, onClose }: Props) {
  const { answer, problem, again } = useAnswer(() => listVersions(server, file.id))
  const work = useWork()
  const { entry } = useEntry()
  useFollow(
    server,
    ({ area, operation }) => area === 'files' && /^(file|version)-/.test(operation),
    again,
  )

  async function restore({ version, date }: FileVersion): Promise<void> {
    const write = await restoreVersion(server, version)
    onClose()
    tell({
      kind: 'info',
      text: t('“{name}” is as it was on {date}.', { name: file.name, date: when(date) }),
      action: { label: t('Undo'), run: () => undoWrite(write) },
    })
  }

  const now = answer?.now ?? file.now
  return (
    <Dialog title={t('Versions of “{name}”', { name: file.name })} isWide onClose={onClose}>
      <p className="hint">
        {t('What the file held before it was replaced. The oldest go after a while.')}
      </p>
      <ul className="rows">
        <VersionRow
          date={now.date}
          about={[formatSize(now.size), byWhom(now, entry)]}
          address={fileAddress(server, file.id, true)}
          isCurrent
        />
        {answer?.former.map((version) => {
          const { size, date, at } = version
          const replaced = t('replaced {at}', { at: when(at) })
          return (
            <VersionRow
              key={version.version}
              date={date}
              about={[formatSize(size), replaced, byWhom(version, entry)]}
              address={versionAddress(server, version.version)}
            >
              {mayChange && (
                <>
                  <button
                    type="button"
                    className="button"
                    aria-label={t('Restore the version of {date}', { date: whenExactly(date) })}
                    disabled={work.isBusy}
                    onClick={() => void work.run(() => restore(version), again)}
                  >
                    {t('Restore')}
                  </button>
                  <ConfirmButton
                    label={t('Delete')}
                    of={t('the version of {date} for good', { date: whenExactly(date) })}
                    isDisabled={work.isBusy}
                    onConfirm={() =>
                      void work.run(() => deleteVersion(server, version.version), again)
                    }
                  />
                </>
              )}
            </VersionRow>
          )
        })}
      </ul>
      <ListNote
        list={answer?.former ?? null}
        problem={problem || work.problem}
        nothing={t('It was never replaced.')}
      />
    </Dialog>
  )
}

interface RowProps {
  date: string
  about: readonly string[]
  /** Where it is downloaded from. */
  address: string
  isCurrent?: boolean
  children?: React.ReactNode
}

function VersionRow({ date, about, address, isCurrent = false, children }: RowProps) {
  const of = isCurrent
    ? t('the current version')
    : t('the version of {date}', { date: whenExactly(date) })
  return (
    <li aria-current={isCurrent}>
      <span className="what">
        <strong>
          {whenExactly(date)}
          {isCurrent && <span className="tag">{t('Current')}</span>}
        </strong>
        <small>{about.filter(Boolean).join(' · ')}</small>
      </span>
      <span className="do">
        <a className="button" href={address} download aria-label={t('Download {of}', { of })}>
          {t('Download')}
        </a>
        {children}
      </span>
    </li>
  )
}
