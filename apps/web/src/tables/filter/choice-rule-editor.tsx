import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { Column } from '@triptych/contract/tables'
import { Chip } from '../chip.tsx'
import { colorOf } from '../choice-drafts.ts'
import { namesChoices, operatorsOf } from './choice-rules.ts'
import type { ChoiceOperator, ChoiceRule, FilterField } from './choice-rules.ts'
import { t } from '../../words/words.ts'

interface Props {
  /** The rule in the builder, below which it opens. */
  anchor: () => Element | null
  rule: ChoiceRule
  fields: readonly FilterField[]
  options: readonly (string | number)[]
  colors: Column['colors']
  onField: (field: string) => void
  onApply: (change: Pick<ChoiceRule, 'filter' | 'value'>) => void
  onClose: () => void
}

/**
 * What is asked of a column of several choices, or of yes and no: the builder's own editor compares one value, to which
 * no is none.
 */
export function ChoiceRuleEditor(props: Props) {
  const { anchor, rule, fields, options, colors, onField, onApply, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const operators = operatorsOf(fields.find(({ id }) => id === rule.field)?.type ?? rule.type)
  const isKnown = operators.some(([id]) => id === rule.filter)
  const [operator, setOperator] = useState(isKnown ? rule.filter : operators[0]![0])
  const [chosen, setChosen] = useState(Array.isArray(rule.value) ? rule.value : [])
  const isNamed = namesChoices(operator)

  useEffect(() => {
    const element = form.current!
    element.showPopover()
    const { left, bottom } = anchor()?.getBoundingClientRect() ?? new DOMRect()
    const { style, offsetWidth, offsetHeight } = element
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
    style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - offsetHeight - 8))}px`
    element.querySelector<HTMLElement>('[name=operator]')?.focus()
    // Whoever clicks its rule twice has opened it by the first one, and means no other.
    const press = ({ target }: PointerEvent) => {
      const inside = [element, anchor()].some((one) => one?.contains(target as Node))
      if (!inside) element.hidePopover()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [])

  function apply(event: FormEvent): void {
    event.preventDefault()
    if (!isNamed) return onApply({ filter: operator, value: true })
    // In the order of the options, so that the same is said in the same way.
    const value = options.filter((one) => chosen.includes(one))
    if (value.length > 0) onApply({ filter: operator, value })
  }

  return (
    <form
      ref={form}
      className="choice-rule"
      popover="manual"
      role="dialog"
      aria-label={t('Filter by {column}', { column: rule.field })}
      onSubmit={apply}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      <select
        className="field"
        aria-label={t('Column')}
        value={rule.field}
        onChange={({ target }) => onField(target.value)}
      >
        {fields.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="field"
        name="operator"
        aria-label={t('Condition')}
        value={operator}
        onChange={({ target }) => setOperator(target.value as ChoiceOperator)}
      >
        {operators.map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {isNamed && (
        <fieldset>
          <legend className="only-read-out">{t('Choices')}</legend>
          {options.map((one) => (
            <label key={`${typeof one} ${one}`}>
              <input
                type="checkbox"
                checked={chosen.includes(one)}
                onChange={({ target }) =>
                  setChosen(
                    target.checked ? [...chosen, one] : chosen.filter((other) => other !== one),
                  )
                }
              />
              <Chip label={String(one)} color={colorOf(colors, String(one))} />
            </label>
          ))}
        </fieldset>
      )}
      <p className="choice-rule-buttons">
        <button type="button" className="button" onClick={() => form.current?.hidePopover()}>
          {t('Cancel')}
        </button>
        <button
          type="submit"
          className="button primary"
          disabled={isNamed && !options.some((one) => chosen.includes(one))}
        >
          {t('Apply')}
        </button>
      </p>
    </form>
  )
}
