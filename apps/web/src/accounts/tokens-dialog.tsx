import type { MadeToken, NewToken, Token } from '@triptych/contract/accounts'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { workspace } from '../workspaces.ts'
import type { AccountDialogProps } from './account-dialog.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { CopyField } from './copy-field.tsx'
import { ListNote } from './list-note.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { when } from './when.ts'

const lifetimes = { '30': '30 days', '90': '90 days', '365': 'A year', '': 'No end' }

export function TokensDialog({ ask, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(() => ask<Token[]>('GET', '/tokens'))
  const work = useWork()
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
    setMade(await ask<MadeToken>('POST', '/tokens', body))
    setName('')
    await again()
  }

  function remove(id: string): void {
    void work.run(async () => {
      await ask('DELETE', `/tokens/${encodeURIComponent(id)}`)
      if (made?.id === id) setMade(null)
      await again()
    })
  }

  return (
    <Dialog
      title="Tokens"
      action="Make token"
      isDisabled={name.trim() === ''}
      isStaying
      onAct={make}
      onClose={onClose}
    >
      <p className="hint">
        A program shows one instead of your password: “Authorization: Bearer …”.
      </p>
      <ul className="rows">
        {answer?.map((token) => (
          <li key={token.id}>
            <span className="what">
              <strong>{token.name}</strong>
              <small>
                {token.access === 'read' ? 'Reads' : 'Reads and writes'} ·{' '}
                {token.workspaces?.join(', ') ?? 'all workspaces'} ·{' '}
                {token.expiresAt ? `ends ${when(token.expiresAt)}` : 'no end'} ·{' '}
                {token.usedAt ? `used ${when(token.usedAt)}` : 'never used'}
              </small>
            </span>
            <ConfirmButton
              label="Remove"
              of={token.name}
              isDisabled={work.isBusy}
              onConfirm={() => remove(token.id)}
            />
          </li>
        ))}
      </ul>
      <ListNote list={answer} problem={problem || work.problem} nothing="There is none yet." />
      {made && (
        <CopyField
          label={`The token “${made.name}”`}
          text={made.token}
          hint="It is told only here. Keep it as you keep a password."
        />
      )}
      <h3>A new one</h3>
      <label className="field">
        Name
        <input
          value={name}
          autoFocus
          autoComplete="off"
          maxLength={100}
          placeholder="What it is for"
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <div className="row">
        <label className="field">
          May
          <select
            value={access}
            onChange={({ target }) => setAccess(target.value as NewToken['access'])}
          >
            <option value="read">read</option>
            <option value="write">read and write</option>
          </select>
        </label>
        <label className="field">
          In
          <select
            value={isHere ? 'here' : 'all'}
            onChange={({ target }) => setHere(target.value === 'here')}
          >
            <option value="here">{workspace.name} only</option>
            <option value="all">all my workspaces</option>
          </select>
        </label>
        <label className="field">
          For
          <select value={days} onChange={({ target }) => setDays(target.value)}>
            {Object.entries(lifetimes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Dialog>
  )
}
