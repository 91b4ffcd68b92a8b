import type { IApi } from '@svar-ui/react-filter'
import type { TableDescription } from '@triptych/contract/table-schema'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { ChoiceRuleEditor } from './choice-rule-editor.tsx'
import { begunRule, isChoiceField } from './choice-rules.ts'
import type { ChoiceRule, FilterField } from './choice-rules.ts'

interface BuilderApi {
  exec: (action: string, event: object) => Promise<unknown>
  intercept: (action: string, before: (event: never) => unknown) => void
  on: (action: string, after: (event: never) => void) => void
  getState: () => { value: { byId: (id: Id) => ChoiceRule | undefined } }
}

type Id = string | number

/** The rules of several choices in the builder, with an editor of their own in the place of its. */
export function useChoiceRules(
  area: RefObject<HTMLElement | null>,
  { columns }: TableDescription,
  fields: readonly FilterField[],
): { listen: (api: IApi) => void; editor: ReactNode } {
  const builder = useRef<BuilderApi | null>(null)
  const latest = useRef(fields)
  latest.current = fields
  const [edited, setEdited] = useState<Id | null>(null)
  /** The place of the rule whose editor was closed: the keyboard goes back to it. */
  const left = useRef<number | null>(null)
  useEffect(() => {
    if (edited !== null || left.current === null) return undefined
    const place = left.current
    left.current = null
    // The builder may begin anew with what was changed, its rules with other ids.
    let framesLeft = 30
    let next = requestAnimationFrame(enter)
    function enter(): void {
      const rule = rulesIn(area.current)[place]?.querySelector<HTMLElement>('.wx-menu-icon')
      const add = area.current?.querySelector<HTMLElement>('button.wx-button')
      if (document.activeElement === document.body) (rule ?? add)?.focus()
      if (--framesLeft > 0) next = requestAnimationFrame(enter)
    }
    return () => cancelAnimationFrame(next)
  }, [edited])
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
    api.intercept('edit-rule', ({ id }: { id?: Id }) => {
      if (id === undefined || !isChoiceField(fieldOf(ruleOf(id)?.field))) return true
      void api.exec('edit-rule', {})
      setEdited(id)
      return false
    })
    // A column of several choices was chosen in the builder's editor.
    api.on('change-rule', ({ id, rule }: { id: Id; rule: { field: string } }) => {
      const field = fieldOf(rule.field)
      if (!field || !isChoiceField(field)) return
      void api.exec('update-rule', { id, rule: { ...begunRule(field), includes: [] } })
      void api.exec('edit-rule', { id })
    })
  }

  function leave(): void {
    left.current = rulesIn(area.current).findIndex(({ dataset }) => dataset['id'] === `${edited}`)
    setEdited(null)
  }

  function close(): void {
    if (edited === null) return
    const rule = ruleOf(edited)
    leave()
    if (rule && Array.isArray(rule.value) && rule.value.length === 0) {
      void builder.current?.exec('delete-rule', { id: edited })
    }
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
      onField={change}
      onApply={(made) => {
        const { field, type } = rule
        void builder.current?.exec('update-rule', { id: edited, rule: { field, type, ...made } })
        leave()
      }}
      onClose={close}
    />
  )
  return { listen, editor }
}

function rulesIn(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>('.wx-rule') ?? [])]
}
