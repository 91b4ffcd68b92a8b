import type { IApi } from '@svar-ui/react-filter'
import type { TableDescription } from '@triptych/contract/table-schema'
import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { ChoiceRuleEditor } from './choice-rule-editor.tsx'
import { asksNoValue, begunRule, isChoiceField } from './choice-rules.ts'
import type { ChoiceRule, FilterField } from './choice-rules.ts'
import { focusSoon } from '../../keep-focus.ts'

interface BuilderApi {
  exec: (action: string, event: object) => Promise<unknown>
  intercept: (action: string, before: (event: never) => unknown) => void
  on: (action: string, after: (event: never) => void) => void
  getState: () => {
    value: { byId: (id: Id) => ChoiceRule | undefined }
    _editor: { id: Id } | null
  }
}

type Id = string | number

/** The rules of choices and of yes or no in the builder, with an editor of their own in the place of its. */
export function useChoiceRules(
  area: RefObject<HTMLElement | null>,
  { columns }: TableDescription,
  fields: readonly FilterField[],
): {
  listen: (api: IApi) => void
  editor: ReactNode
  cancel: () => boolean
  enterFirst: () => void
} {
  const builder = useRef<BuilderApi | null>(null)
  const latest = useRef(fields)
  latest.current = fields
  const [edited, setEdited] = useState<Id | null>(null)
  const stopLooking = useRef(() => {})
  const fieldOf = (name: string | undefined) => latest.current.find(({ id }) => id === name)
  const ruleOf = (id: Id) => builder.current?.getState().value.byId(id)

  function listen(made: IApi): void {
    const api = made as unknown as BuilderApi
    builder.current = api
    for (const action of ['add-rule', 'add-group']) {
      api.intercept(action, ({ rule }: { rule: { field?: string; filter?: string } }) => {
        const field = fieldOf(rule.field) ?? latest.current[0]
        if (field && !rule.filter) Object.assign(rule, begunRule(field))
      })
    }
    api.intercept('update-rule', ({ rule }: { rule: Partial<ChoiceRule> }) => {
      // Without a value it would be no rule to the builder.
      if (asksNoValue(rule.filter)) Object.assign(rule, { value: true, includes: [] })
    })
    api.intercept('edit-rule', ({ id }: { id?: Id }) => {
      const left = api.getState()._editor
      if (id === undefined && left) enterAgain(left.id)
      if (id === undefined || !isChoiceField(fieldOf(ruleOf(id)?.field))) return true
      void api.exec('edit-rule', {})
      setEdited(id)
      return false
    })
    // The builder does so itself, but only where its editor is drawn in time.
    api.on('edit-rule', ({ id }: { id?: Id }) => {
      if (id !== undefined) giveKeyboard(valueField, { asked: true })
    })
    // A column that has an editor of its own was chosen in the builder's.
    api.on('change-rule', ({ id, rule }: { id: Id; rule: { field: string } }) => {
      const field = fieldOf(rule.field)
      if (!field || !isChoiceField(field)) return
      void api.exec('update-rule', { id, rule: { ...begunRule(field), includes: [] } })
      void api.exec('edit-rule', { id })
    })
  }

  function giveKeyboard(...[target, options]: Parameters<typeof focusSoon>): void {
    stopLooking.current()
    stopLooking.current = focusSoon(target, options)
  }

  /** By its place: the builder may begin anew with what was changed, its rules with other ids. */
  function enterAgain(id: Id): void {
    const place = rulesIn(area.current).findIndex(({ dataset }) => dataset['id'] === `${id}`)
    giveKeyboard(() => ruleOrAdd(area.current, place))
  }

  function leave(): void {
    if (edited !== null) enterAgain(edited)
    setEdited(null)
  }

  function close(): void {
    if (edited === null) return
    const rule = ruleOf(edited)
    leave()
    const isEmpty = Array.isArray(rule?.value) && rule.value.length === 0
    if (rule?.$temp || isEmpty) void builder.current?.exec('delete-rule', { id: edited })
  }

  /** Closes the editor that is open; a rule that was never applied goes. Answers whether there was one. */
  function cancel(): boolean {
    const isInBuilder = Boolean(builder.current?.getState()._editor)
    if (edited !== null) close()
    else if (isInBuilder) void builder.current?.exec('edit-rule', {})
    return edited !== null || isInBuilder
  }

  function change(name: string): void {
    const field = fieldOf(name)
    if (!field || edited === null) return
    const rule: { id?: Id; $temp: true } = { $temp: true, ...begunRule(field) }
    void builder.current?.exec('add-rule', { rule, after: edited })
    void builder.current?.exec('delete-rule', { id: edited })
    setEdited(null)
    void builder.current?.exec('edit-rule', { id: rule.id })
  }

  const rule = edited === null ? undefined : ruleOf(edited)
  // A new one is drawn together with its editor.
  const anchor = () => area.current?.querySelector(`[data-id="${edited}"]`) ?? area.current
  const column = columns.find(({ name }) => name === rule?.field)
  const editor = rule && column && (
    <ChoiceRuleEditor
      key={edited}
      {...{ anchor, rule, fields }}
      options={column.options ?? []}
      colors={column.colors}
      onField={change}
      onApply={(made) => {
        const { field, type } = rule
        void builder.current?.exec('update-rule', { id: edited, rule: { field, type, ...made } })
        leave()
      }}
      onClose={close}
    />
  )
  const enterFirst = () => giveKeyboard(() => ruleOrAdd(area.current, 0), { asked: true })
  return { listen, editor, cancel, enterFirst }
}

function rulesIn(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>('.wx-rule') ?? [])]
}

function ruleOrAdd(area: HTMLElement | null, place: number): HTMLElement | null | undefined {
  const rule = rulesIn(area)[place]?.querySelector<HTMLElement>('.wx-menu-icon')
  return rule ?? area?.querySelector<HTMLElement>('button.wx-button')
}

function valueField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.wx-filter-editor .wx-cell:last-child input')
}
