import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The reference for those who write programs is in English. */
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.ts|\.d\.ts|^docs\/|^words\//.test(file),
)
/** What is read by people, in objects and in elements. */
const shown =
  /^(title|label|placeholder|alt|text|aria-label|aria-description|hint|nothing|failed|reason|tip)$/
/** Elsewhere these are names of actions and things, for programs. */
const shownInElements = /^(action|of|waitText|doneText)$/
/** The same in every language. */
const names = new Set(['Triptych'])

it('no text of the page is bare', () => {
  assert.deepEqual(files.flatMap(bareIn), [])
})

it('a bare text is found wherever people would read it', () => {
  const code = `const a = <p title="One" className="two">Three {b ? 'Four' : t('five')}</p>
    const c = { 'aria-label': 'Six', id: 'seven', label: \`Eight \${d}\` }
    const e = <Row label={f || 'Nine'} of={t('ten', { g: 'eleven' })} key="twelve" />`
  const found = bareInCode(code, 'tsx').map(({ text }) => text)
  assert.deepEqual(found, ['One', 'Three', 'Four', 'Six', 'Eight', 'Nine'])
})

function bareIn(file: string): string[] {
  return bareInCode(readFileSync(`${root}/${file}`, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
    ({ line, text }) => `${file}:${line} ${text}`,
  )
}

interface Node {
  type: string
  start: number
  name?: { name?: string }
  key?: { name?: string; value?: unknown }
  value?: unknown
  callee?: { name?: string }
  test?: unknown
  operator?: string
}

function bareInCode(code: string, lang: 'ts' | 'tsx'): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  look(parseAst(code, { lang }), false)
  return found

  /** `isRead`: whether a person reads what comes out of it. */
  function look(part: unknown, isRead: boolean): void {
    if (Array.isArray(part)) return part.forEach((one) => look(one, isRead))
    if (typeof part !== 'object' || part === null) return
    const node = part as Node
    const text = isRead || node.type === 'JSXText' ? textOf(node) : null
    if (text !== null && /\p{L}{2}/u.test(text) && !names.has(text)) {
      found.push({ line: code.slice(0, node.start).split('\n').length, text })
    }
    for (const [key, child] of Object.entries(node)) look(child, isReadIn(node, key, isRead))
  }
}

function isReadIn(node: Node, key: string, isRead: boolean): boolean {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return key === 'children'
  if (node.type === 'JSXAttribute')
    return (
      key === 'value' && (isShown(node.name?.name) || shownInElements.test(node.name?.name ?? ''))
    )
  if (node.type === 'Property') {
    const name = node.key?.name ?? node.key?.value
    return key === 'value' && isShown(name)
  }
  if (node.type === 'ConditionalExpression') return isRead && key !== 'test'
  if (node.type === 'LogicalExpression')
    return isRead && (key === 'right' || node.operator !== '&&')
  return (
    isRead &&
    /^(JSXExpressionContainer|TemplateLiteral|ParenthesizedExpression|TS\w+Expression)$/.test(
      node.type,
    )
  )
}

function isShown(name: unknown): boolean {
  return typeof name === 'string' && shown.test(name)
}

function textOf({ type, value }: Node): string | null {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value.trim()
  if (type !== 'TemplateElement') return null
  return (value as { cooked: string }).cooked.trim()
}
