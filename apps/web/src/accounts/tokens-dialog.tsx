import type { MadeToken, NewToken, Token } from '@triptych/contract/accounts'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { workspace } from '../workspaces.ts'
import type { AccountDialogProps } from './account-dialog.ts'
import { CopyField } from './copy-field.tsx'
import { OwnList, useOwn } from './own-list.tsx'
import { usePasswordAgain } from './use-password-again.tsx'
import { when } from './when.ts'
import { t } from '../words/words.ts'

const lifetimes = {
  '30': t('30 days'),
  '90': t('90 days'),
  '365': t('A year'),
  '': t('No end'),
}

export function TokensDialog({ ask, workspaceTitle, onClose }: AccountDialogProps) {
  const own = useOwn<Token>(ask, '/tokens')
  const { field, withPassword } = usePasswordAgain()
  const [name, setName] = useState('')
  const [access, setAccess] = useState<NewToken['access']>('read')
  const [days, setDays] = useState('90')
  const [isHere, setHere] = useState(true)
  const [made, setMade] = useState<MadeToken | null>(null)

  async function make(): Promise<void> {
    const body: NewToken = {
      name: name.trim(),
      access,
      workspaces: isHere ? [workspace.name] : null,
      expiresInDays: days ? Number(days) : null,
    }
    setMade(
      await withPassword((password) => ask<MadeToken>('POST', '/tokens', { ...body, password })),
    )
    setName('')
    await own.again()
  }

  return (
    <Dialog
      title={t('Tokens')}
      action={t('Make token')}
      isDisabled={name.trim() === ''}
      isStaying
      onAct={make}
      onClose={onClose}
    >
      <p className="hint">
        {t('A program shows one instead of your password: “Authorization: Bearer …”.')}
      </p>
      <OwnList own={own} describe={told} />
      {made && own.list?.some(({ id }) => id === made.id) && (
        <CopyField
          label={t('The token “{name}”', { name: made.name })}
          text={made.token}
          hint={t('It is told only here. Keep it as you keep a password.')}
        />
      )}
      <h3>{t('A new one')}</h3>
      <label className="field">
        {t('Name')}
        <input
          value={name}
          autoFocus
          autoComplete="off"
          maxLength={100}
          placeholder={t('What it is for')}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <div className="row">
        <label className="field">
          {t('May')}
          <select
            value={access}
            onChange={({ target }) => setAccess(target.value as NewToken['access'])}
          >
            <option value="read">{t('read')}</option>
            <option value="write">{t('read and write')}</option>
          </select>
        </label>
        <label className="field">
          {t('In')}
          <select
            value={isHere ? 'here' : 'all'}
            onChange={({ target }) => setHere(target.value === 'here')}
          >
            <option value="here">{t('{name} only', { name: workspaceTitle })}</option>
            <option value="all">{t('all my workspaces')}</option>
          </select>
        </label>
        <label className="field">
          {t('For')}
          <select value={days} onChange={({ target }) => setDays(target.value)}>
            {Object.entries(lifetimes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {field}
    </Dialog>
  )
}

function told({ access, workspaces, expiresAt, usedAt }: Token): string[] {
  return [
    access === 'read' ? t('Reads') : t('Reads and writes'),
    workspaces?.join(', ') ?? t('all workspaces'),
    expiresAt ? t('ends {at}', { at: when(expiresAt) }) : t('no end'),
    usedAt ? t('used {at}', { at: when(usedAt) }) : t('never used'),
  ]
}
