/** A cell on the clipboard: what it looks like, and what it is where we have copied it ourselves. */
export interface Copied {
  text: string
  value?: unknown
}

/** As spreadsheets write it: tabs between cells, quotes where a cell has tabs, lines or quotes of its own. */
export function tsvOf(rows: readonly (readonly Copied[])[]): string {
  return rows.map((row) => row.map(({ text }) => quoted(text)).join('\t')).join('\r\n')
}

function quoted(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A quote counts only where it encloses the whole cell: `5" pipe` is what somebody wrote. */
export function readTsv(text: string): Copied[][] {
  const rows: Copied[][] = [[]]
  const whole = /"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|[^\t\r\n]*/y
  for (let at = 0; ;) {
    whole.lastIndex = at
    const [found = '', inner] = whole.exec(text) ?? []
    rows.at(-1)!.push({ text: inner === undefined ? found : inner.replaceAll('""', '"') })
    at += found.length
    if (at >= text.length) break
    if (text[at] === '\t') at++
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      // Spreadsheets end the last line, too.
      if (at >= text.length) break
      rows.push([])
    }
  }
  return even(rows)
}

/** For spreadsheets, and with the values for ourselves: a copy inside of the page loses nothing. */
export function htmlOf(rows: readonly (readonly Copied[])[]): string {
  const lines = rows.map((row) => {
    const cells = row.map(({ text, value }) => {
      const shown = escaped(text).replaceAll('\n', '<br style="mso-data-placement:same-cell">')
      return `<td data-triptych="${escaped(JSON.stringify(value ?? null))}">${shown}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<meta charset="utf-8"><table>${lines.join('')}</table>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** `null` where there is no table in it. */
export function readHtml(html: string): Copied[][] | null {
  if (!/<table/i.test(html)) return null
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  if (!table || table.rows.length === 0) return null
  const rows: Copied[][] = [...table.rows].map(() => [])
  for (const [index, row] of [...table.rows].entries()) {
    let column = 0
    for (const cell of row.cells) {
      while (rows[index]![column]) column++
      const copied = copiedIn(cell)
      for (let down = 0; down < Math.max(1, cell.rowSpan); down++) {
        for (let right = 0; right < Math.max(1, cell.colSpan); right++) {
          const isFirst = down === 0 && right === 0
          const line = rows[index + down]
          if (line) line[column + right] = isFirst ? copied : { text: '' }
        }
      }
    }
  }
  return even(rows)
}

function copiedIn(cell: HTMLTableCellElement): Copied {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\u0085')
  const text = (cell.textContent ?? '')
    .replace(/[ \t\r\n]+/g, ' ')
    .replaceAll('\u00A0', ' ')
    .replace(/ ?\u0085 ?/g, '\n')
    .trim()
  const own = cell.dataset['triptych']
  if (own === undefined) return { text }
  try {
    return { text, value: JSON.parse(own) as unknown }
  } catch {
    return { text }
  }
}

/** Rows of the same length. */
function even(rows: Copied[][]): Copied[][] {
  const width = Math.max(...rows.map((row) => row.length))
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? { text: '' }))
}
