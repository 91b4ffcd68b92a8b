import type {
  Account,
  Group,
  Invitation,
  MadeLink,
  Member,
  Role,
} from '@triptych/contract/accounts'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { workspace } from '../workspaces.ts'
import type { AccountDialogProps } from './account-dialog.ts'
import { AddMember } from './add-member.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { CopyField } from './copy-field.tsx'
import { ListNote } from './list-note.tsx'
import { NameMember } from './name-member.tsx'
import { RoleSelect, roleNames } from './role-select.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { when } from './when.ts'
import { t } from '../words/words.ts'

const here = `workspace=${encodeURIComponent(workspace.name)}`

/** Who may do what in this workspace. */
export function MembersDialog(props: AccountDialogProps) {
  const { entry, you, rights, ask, workspaceTitle, onClose } = props
  const members = useAnswer(() => ask<Member[]>('GET', `/members?${here}`))
  const invitations = useAnswer(() => ask<Invitation[]>('GET', `/invitations?${here}`))
  // Only owners of the server see whom else there is.
  const others = useAnswer(async () => {
    if (!rights.administer) return []
    const [accounts, groups] = await Promise.all([
      ask<Account[]>('GET', '/accounts'),
      ask<Group[]>('GET', '/groups'),
    ])
    return [
      ...groups.map(({ id, name }) => ({ kind: 'group' as const, id, name })),
      ...accounts.map(({ id, name }) => ({ kind: 'account' as const, id, name })),
    ]
  })
  const work = useWork()
  const [role, setRole] = useState<Role>('editor')
  const [mail, setMail] = useState('')
  const [made, setMade] = useState<MadeLink | null>(null)

  type Named = { kind: Member['kind'] } & ({ id: string } | { name: string })
  function put(member: Named, next: Role | null): void {
    const body = { workspace: workspace.name, ...member, role: next }
    void work.run(() => ask('PUT', '/members', body), members.again)
  }

  function setMember({ kind, id }: Pick<Member, 'kind' | 'id'>, next: Role | null): void {
    put({ kind, id }, next)
  }

  async function invite(): Promise<void> {
    const to = mail.trim()
    const body = { workspace: workspace.name, role, ...(to && { mail: to }) }
    setMade(await ask<MadeLink>('POST', '/invitations', body))
    setMail('')
    await invitations.again()
  }

  function revoke(id: string): void {
    void work.run(async () => {
      await ask('DELETE', `/invitations/${encodeURIComponent(id)}`)
      if (made?.id === id) setMade(null)
      await invitations.again()
    })
  }

  const known = new Set(members.answer?.map(({ kind, id }) => kind + id))
  return (
    <Dialog
      title={t('Members of {name}', { name: workspaceTitle })}
      action={t('Make invitation')}
      isStaying
      onAct={invite}
      onClose={onClose}
    >
      <ul className="rows">
        {members.answer?.map((member) => (
          <li key={member.kind + member.id}>
            <span className="what">
              <strong>{member.name}</strong>
              <small>
                {member.kind === 'group'
                  ? t('Group')
                  : member.id === you.id
                    ? t('You')
                    : t('Account')}
              </small>
            </span>
            <RoleSelect
              label={t('Role of {name}', { name: member.name })}
              value={member.role}
              isDisabled={work.isBusy}
              onChange={(next) => setMember(member, next)}
            />
            <ConfirmButton
              label={t('Remove')}
              of={member.name}
              isDisabled={work.isBusy}
              onConfirm={() => setMember(member, null)}
            />
          </li>
        ))}
      </ul>
      <ListNote
        list={members.answer}
        problem={members.problem || invitations.problem || work.problem}
        nothing={t('Nobody but the owners of the server may see this workspace.')}
      />
      {rights.administer ? (
        <AddMember
          others={others.answer?.filter(({ kind, id }) => !known.has(kind + id)) ?? []}
          isBusy={work.isBusy}
          onAdd={setMember}
        />
      ) : (
        <NameMember
          isBusy={work.isBusy}
          onAdd={(name, next) => put({ kind: 'account', name }, next)}
        />
      )}
      {invitations.answer && invitations.answer.length > 0 && (
        <>
          <h3>{t('Invitations that nobody has used yet')}</h3>
          <ul className="rows">
            {invitations.answer.map(({ id, place, invitedBy, expiresAt }) => (
              <li key={id}>
                <span className="what">
                  <strong>{roleNames[place.role]}</strong>
                  <small>
                    {t('By {invitedBy} · ends {expiresAt}', {
                      invitedBy,
                      expiresAt: when(expiresAt),
                    })}
                  </small>
                </span>
                <ConfirmButton
                  label={t('Revoke')}
                  of={t('the invitation as {role}', { role: roleNames[place.role] })}
                  isDisabled={work.isBusy}
                  onConfirm={() => revoke(id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('Invite somebody')}</h3>
      <div className="field as-line">
        {t('As')}
        <RoleSelect label={t('Role of whoever is invited')} value={role} onChange={setRole} />
      </div>
      {entry.mail && (
        <label className="field">
          {t('Mail the link to')}
          <input
            type="email"
            value={mail}
            autoComplete="off"
            maxLength={254}
            placeholder={t('Nobody: I hand it over myself')}
            onChange={({ target }) => setMail(target.value)}
          />
        </label>
      )}
      {made && (
        <CopyField
          label={t('The link')}
          text={made.link}
          hint={t('Whoever opens it first is in. It can be used once, until {expiresAt}.', {
            expiresAt: when(made.expiresAt),
          })}
        />
      )}
    </Dialog>
  )
}
