import '../colours.css'
import './guide.css'
import { addSearch } from './add-search.ts'

/** Where the page at `/` keeps what was chosen there. */
const themeKey = 'triptych.theme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
/** From this page to the address that `docs` lies at. */
const root = document.body.dataset['root'] ?? ''

followTheme()
prefersDark.addEventListener('change', followTheme)
addEventListener('storage', followTheme)
// The reference of the API was here once, and people have links to its operations.
if (location.hash.startsWith('#/')) location.replace(`${root}docs/api${location.hash}`)
addSearch(document.querySelector('.search')!, `${root}docs`)
openPages()
for (const block of document.querySelectorAll('pre')) addCopy(block)
// Whoever reads by keyboard can scroll what is wider than the page, too.
for (const wide of document.querySelectorAll<HTMLElement>('main :is(pre, table)')) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
}

/** Beside the text where there is room, and folded above it where there is none. */
function openPages(): void {
  const pages = document.querySelector<HTMLDetailsElement>('details.pages')!
  const isWide = matchMedia('(min-width: 860px)')
  const follow = () => (pages.open = isWide.matches)
  follow()
  isWide.addEventListener('change', follow)
  pages.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  scrollTo(0, location.hash === '' ? 0 : scrollY)
}

function addCopy(block: HTMLPreElement): void {
  if (!isSecureContext) return
  const button = document.createElement('button')
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(() => {
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
  })
  const frame = document.createElement('div')
  frame.className = 'block'
  block.replaceWith(frame)
  frame.append(block, button)
}

function followTheme(): void {
  const chosen = chosenTheme()
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

function chosenTheme(): string | null {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}
