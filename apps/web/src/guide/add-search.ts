import { findSections } from './find-sections.ts'
import type { Entry, Found } from './find-sections.ts'

/** A field that searches in all pages. What it searches in is loaded when somebody goes to the field. */
export function addSearch(place: HTMLElement, docs: string): void {
  const field = document.createElement('input')
  field.type = 'search'
  field.placeholder = 'Search  /'
  field.setAttribute('aria-label', 'Search the documentation')
  field.autocomplete = 'off'
  const list = document.createElement('ul')
  list.hidden = true
  list.setAttribute('aria-label', 'What was found')
  const status = document.createElement('p')
  status.className = 'status'
  status.setAttribute('role', 'status')
  place.append(field, status, list)

  let entries: Promise<Entry[]> | null = null
  const load = () =>
    (entries ??= fetch(`${docs}/search.json`).then((answer) => answer.json() as Promise<Entry[]>))

  field.addEventListener('focus', () => void load())
  field.addEventListener('input', () => void show())
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    if (event.key === 'ArrowDown') move(event, 1)
    if (event.key === 'ArrowUp') move(event, -1)
    if (event.key === 'Enter' && event.target === field) list.querySelector('a')?.click()
  })
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (!place.contains(relatedTarget as Node | null)) list.hidden = true
  })
  place.addEventListener('focusin', () => (list.hidden = list.childElementCount === 0))
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })

  async function show(): Promise<void> {
    const all = await load()
    const found = findSections(all, field.value)
    list.replaceChildren(...found.map((one) => item(one, docs)))
    list.hidden = found.length === 0
    const isAsked = field.value.trim() !== ''
    status.textContent = !isAsked || found.length > 0 ? '' : 'Nothing is like that.'
  }

  function close(): void {
    field.value = ''
    list.replaceChildren()
    list.hidden = true
    status.textContent = ''
    field.focus()
  }

  function move(event: KeyboardEvent, by: number): void {
    const stops = [field, ...list.querySelectorAll('a')]
    const at = stops.indexOf(event.target as HTMLInputElement)
    stops[at + by]?.focus()
    event.preventDefault()
  }
}

function item({ entry: [address, heading, title], before, word, after }: Found, docs: string) {
  const link = document.createElement('a')
  link.href = address.startsWith('#') || address === '' ? docs + address : `${docs}/${address}`
  const name = document.createElement('strong')
  name.textContent = heading === title ? title : `${title} › ${heading}`
  const mark = document.createElement('mark')
  mark.textContent = word
  const text = document.createElement('span')
  text.append(before, mark, after)
  link.append(name, text)
  const row = document.createElement('li')
  row.append(link)
  return row
}
