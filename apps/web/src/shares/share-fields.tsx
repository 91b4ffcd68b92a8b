import type { ShareAccess } from '@triptych/contract/shares'
import type { ShareDraft } from './share-draft.ts'
import { t } from '../words/words.ts'

interface Props {
  accesses: readonly ShareAccess[]
  draft: ShareDraft
  onChange: (draft: ShareDraft) => void
}

const accessNames: Record<ShareAccess, string> = {
  read: t('see and download it'),
  upload: t('upload into it, and see nothing of it'),
}

const lifetimes = {
  '1': t('A day'),
  '7': t('7 days'),
  '30': t('30 days'),
  '365': t('A year'),
  '': t('No end'),
}

/** As `SharePassword` of the contract says. */
const shortestPassword = 4

export function ShareFields({ accesses, draft, onChange }: Props) {
  const set = (change: Partial<ShareDraft>) => onChange({ ...draft, ...change })
  return (
    <>
      <div className="row">
        {accesses.length > 1 && (
          <label className="field">
            {t('Others may')}
            <select
              value={draft.access}
              onChange={({ target }) => set({ access: target.value as ShareAccess })}
            >
              {accesses.map((access) => (
                <option key={access} value={access}>
                  {accessNames[access]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="field">
          {t('For')}
          <select value={draft.days} onChange={({ target }) => set({ days: target.value })}>
            {Object.entries(lifetimes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="row">
        <label className="field">
          {t('Password')}
          <input
            value={draft.password}
            minLength={shortestPassword}
            maxLength={256}
            placeholder={t('None')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => set({ password: target.value })}
          />
        </label>
        {draft.access === 'read' && (
          <label className="field">
            {t('Downloads at most')}
            <input
              type="number"
              inputMode="numeric"
              value={draft.downloads}
              min={1}
              max={1_000_000}
              placeholder={t('Any number')}
              onChange={({ target }) => set({ downloads: target.value })}
            />
          </label>
        )}
      </div>
      <label className="field">
        {t('Name')}
        <input
          value={draft.name}
          maxLength={100}
          placeholder={t('Whom it is for; not told with the link')}
          autoComplete="off"
          onChange={({ target }) => set({ name: target.value })}
        />
      </label>
    </>
  )
}
