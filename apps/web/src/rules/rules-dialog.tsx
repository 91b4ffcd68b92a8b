import type { Member } from '@triptych/contract/accounts'
import type { Access, Rule, Subject, Thing } from '@triptych/contract/rules'
import type { Table } from '@triptych/contract/tables'
import { useState } from 'react'
import type { AccountDialogProps } from '../accounts/account-dialog.ts'
import { ConfirmButton } from '../accounts/confirm-button.tsx'
import { ListNote } from '../accounts/list-note.tsx'
import { useAnswer } from '../accounts/use-answer.ts'
import { useWork } from '../accounts/use-work.ts'
import { Dialog } from '../dialog.tsx'
import { workspace } from '../workspaces.ts'
import { changeRule, listRules } from './ask-rules.ts'
import { accessNames, ruleText, thingText } from './rule-text.ts'
import { firsts, ThingFields } from './thing-fields.tsx'
import { t } from '../words/words.ts'

const everyone: Subject = { kind: 'everyone' }

/** What is kept from whom in this workspace. */
export function RulesDialog({ ask, server, workspaceTitle, onClose }: AccountDialogProps) {
  const rules = useAnswer(() => listRules(server))
  const tables = useAnswer(() => server.send({ method: 'GET', path: 'tables' }) as Promise<Table[]>)
  const members = useAnswer(() =>
    ask<Member[]>('GET', `/members?workspace=${encodeURIComponent(workspace.name)}`),
  )
  const work = useWork()
  const [thing, setThing] = useState<Thing>(firsts.folder)
  const [subject, setSubject] = useState<Subject>(everyone)
  const [access, setAccess] = useState<Access>('none')

  async function add(): Promise<void> {
    await changeRule(server, { thing, subject, access })
    await rules.again()
  }

  function choose(value: string): void {
    const member = members.answer?.find(({ kind, id }) => `${kind} ${id}` === value)
    setSubject(member ? { kind: member.kind, id: member.id } : everyone)
  }

  function remove(rule: Rule): void {
    const change = { thing: rule.thing, subject: rule.subject, access: null }
    void work.run(() => changeRule(server, change), rules.again)
  }

  // Not by the names of tables first, and then by their titles.
  const isKnown = tables.answer !== null || tables.problem !== ''
  const about = isKnown
    ? rules.answer?.map((rule) => ({ rule, thing: thingText(rule, tables.answer ?? []) }))
    : null
  return (
    <Dialog
      title={t('Rules of {name}', { name: workspaceTitle })}
      action={t('Add rule')}
      isDisabled={thing.kind === 'column' && thing.column === ''}
      isStaying
      isWide
      onAct={add}
      onClose={onClose}
    >
      <p className="hint">
        {t(
          'A rule takes away from what a role allows, here and for all that is below. Owners are not bound. Of several the strictest counts; one for everyone only where there is no other.',
        )}
      </p>
      <ul className="rows">
        {about?.map(({ rule, thing: called }) => (
          <li key={JSON.stringify([rule.thing, rule.subject])}>
            <span className="what">
              <strong>{called}</strong>
              <small>{ruleText(rule)}</small>
            </span>
            <ConfirmButton
              label={t('Remove')}
              of={t('the rule: {rule}, {rule2}', { rule: called, rule2: ruleText(rule) })}
              isDisabled={work.isBusy}
              onConfirm={() => remove(rule)}
            />
          </li>
        ))}
      </ul>
      <ListNote
        list={rules.answer}
        problem={rules.problem || tables.problem || members.problem || work.problem}
        nothing={t('There is none yet.')}
      />
      <h3>{t('A new one')}</h3>
      <ThingFields server={server} tables={tables.answer ?? []} thing={thing} onChange={setThing} />
      <div className="row">
        <label className="field">
          {t('Is')}
          <select value={access} onChange={({ target }) => setAccess(target.value as Access)}>
            {Object.entries(accessNames).map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {t('For')}
          <select value={subjectKey(subject)} onChange={({ target }) => choose(target.value)}>
            <option value="everyone">{t('Everyone else')}</option>
            {members.answer
              ?.filter(({ role }) => role !== 'owner')
              .map(({ kind, id, name }) => (
                <option key={kind + id} value={`${kind} ${id}`}>
                  {kind === 'group' ? t('{name} (group)', { name }) : name}
                </option>
              ))}
          </select>
        </label>
      </div>
    </Dialog>
  )
}

function subjectKey(subject: Subject): string {
  return subject.kind === 'everyone' ? 'everyone' : `${subject.kind} ${subject.id}`
}
