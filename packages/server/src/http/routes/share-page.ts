import { createHash } from 'node:crypto'
import type { FileEntry } from '@triptych/contract/files'
import { escaped, text } from '../wire/html-text.ts'
import { replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'

/** What the page can be told to say, by whatever led to it. */
export const notices = {
  uploaded: 'The file has arrived. Thank you.',
  'wrong-password': 'This is not the password.',
  'too-many-tries': 'The password was wrong too often. Try again in a quarter of an hour.',
  'too-large': 'The file is too large.',
  'not-uploaded': 'The file could not be taken.',
} as const
export type Notice = keyof typeof notices

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: #fff; color: #1b1b1f }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
td { padding: .5rem .25rem; border-top: 1px solid #8884; overflow-wrap: anywhere }
td + td { text-align: right; white-space: nowrap }
a { color: #1a66d6 }
.act { display: inline-block; padding: .6rem 1rem; border: 0; border-radius: .4rem; background: #1a66d6; color: #fff; font: inherit; text-decoration: none; cursor: pointer }
input { font: inherit; padding: .5rem; margin: .25rem 0 1rem; max-width: 100%; box-sizing: border-box }
label { display: block }
[role=status] { padding: .6rem 1rem; border-left: 4px solid #1a66d6; background: #eef2f8 }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid #f80; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  :root { background: #17181c; color: #ececf0 }
  a:not(.act) { color: #8ab4f8 }
  [role=status] { background: #262a33 }
}
`

/** Without it the form takes one file at a time. */
const script = `
const form = document.querySelector('form')
const input = form.elements.file
const state = document.querySelector('#state')
input.multiple = true
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const files = [...input.files]
  const button = form.querySelector('button')
  button.disabled = true
  state.hidden = false
  let done = 0
  for (const file of files) {
    state.textContent = 'Sending ' + file.name + ' (' + (done + 1) + ' of ' + files.length + ') …'
    const body = new FormData()
    body.append('file', file)
    const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(() => null)
    if (!answer || !answer.ok) {
      const problem = answer && (await answer.json().catch(() => null))
      state.textContent = file.name + ': ' + ((problem && problem.error) || 'The server could not be reached.')
      break
    }
    done++
  }
  if (done === files.length) {
    state.textContent = done === 1 ? 'The file has arrived. Thank you.' : 'All ' + done + ' files have arrived. Thank you.'
    form.reset()
  }
  button.disabled = false
})
`

const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** `at` is what addresses of the share begin with, as seen from its page. */
interface Place {
  at: string
  notice: Notice | undefined
}

/** It says nothing of what is behind the password. */
export function passwordPage({ at, notice }: Place): Reply<never> {
  return page(
    'Password needed',
    `${noticeIn(notice)}
    <form method="post" action="${escaped(`${at}/password`)}" enctype="multipart/form-data">
      <label for="password">What is behind this link has a password.</label>
      <input id="password" name="password" type="password" autocomplete="off" required autofocus>
      <button class="act">Open</button>
    </form>`,
  )
}

export function filePage(
  { at, notice }: Place,
  { name, size }: { name: string; size: number },
): Reply<never> {
  return page(
    name,
    `${noticeIn(notice)}
    <p>${sizeText(size)}</p>
    <p><a class="act" href="${escaped(`${at}/download`)}" download>Download</a></p>`,
  )
}

export interface ListedFolder {
  /** Of what was shared. */
  name: string
  /** Where in it this folder is: `/`, `/a/b`. */
  id: string
  entries: readonly FileEntry[]
  start: number
  total: number
  /** At most so many at once. */
  most: number
}

export function folderPage({ at, notice }: Place, folder: ListedFolder): Reply<never> {
  const { name, id, entries, start, total, most } = folder
  const here = `<a href="${escaped(at)}">${text(name)}</a>`
  const names = id.split('/').filter((each) => each !== '')
  const trail = names.map((each, index) => {
    const above = `/${names.slice(0, index + 1).join('/')}`
    return `<a href="${escaped(at)}${query({ id: above })}">${text(each)}</a>`
  })
  const rows = entries.flatMap((entry) => {
    const { type, value } = entry
    if (type === 'folder') {
      const link = `${escaped(at)}${query({ id: entry.id })}`
      const bytes = entry.bytes === undefined ? '' : sizeText(entry.bytes)
      return [`<tr><td><a href="${link}">${text(value)}/</a></td><td>${bytes}</td></tr>`]
    }
    if (type !== 'file') return []
    const link = `${escaped(`${at}/download`)}${query({ id: entry.id })}`
    const size = sizeText(entry.size ?? 0)
    return [`<tr><td><a href="${link}" download>${text(value)}</a></td><td>${size}</td></tr>`]
  })
  const end = start + most
  const [before, after] = [Math.max(0, start - most), end]
  const pages = [
    ...(start > 0 ? [`<a href="${escaped(at)}${query({ id, start: `${before}` })}">Back</a>`] : []),
    ...(end < total
      ? [`<a href="${escaped(at)}${query({ id, start: `${after}` })}">More</a>`]
      : []),
  ]
  return page(
    names.at(-1) ?? name,
    `${noticeIn(notice)}
    ${trail.length > 0 ? `<nav aria-label="Folders">${[here, ...trail].join(' / ')}</nav>` : ''}
    ${total === 0 ? '<p>There is nothing in this folder.</p>' : ''}
    <table><tbody>${rows.join('\n')}</tbody></table>
    ${pages.length > 0 ? `<p>${pages.join(' · ')}</p>` : ''}
    <p><a class="act" href="${escaped(`${at}/download`)}${query({ id })}" download>Download all as zip</a></p>`,
  )
}

export function uploadPage({ at, notice }: Place, { name }: { name: string }): Reply<never> {
  return page(
    name,
    `<p id="state" role="status"${notice ? '' : ' hidden'}>${notice ? text(notices[notice]) : ''}</p>
    <form method="post" action="${escaped(`${at}/upload`)}" enctype="multipart/form-data">
      <label for="file">Files that you send arrive in this folder. What is there is not shown.</label>
      <input id="file" name="file" type="file" required>
      <button class="act">Send</button>
    </form>
    <script>${script}</script>`,
  )
}

export function gonePage(): Reply<never> {
  return page(
    'Nothing here',
    '<p>This link leads nowhere, or not any more. Ask whoever gave it to you for another.</p>',
    404,
  )
}

/** In the id of a file a plus is a plus, so that a space must not become one. */
function query(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return escaped(`?${pairs.join('&')}`)
}

function noticeIn(notice: Notice | undefined): string {
  return notice ? `<p role="status">${text(notices[notice])}</p>` : ''
}

function page(title: string, body: string, status = 200): Reply<never> {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${text(title)}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
    <h1><bdi>${text(title)}</bdi></h1>
    ${body}
    </main>
  </body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
  }
  return replyBody(html, { status, headers })
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
