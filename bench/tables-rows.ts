import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** The long table: what is in it, for the file that is imported and for the floor beside it. */
export const columns = ['title', 'country', 'year', 'votes', 'rating', 'released'] as const
export const indexed = ['year', 'votes'] as const

/** Votes are below this; each number comes some five times in a million rows. */
export const mostVotes = 200_003
/** A word of one title in ten thousand. */
export const rareWord = 'winter'

const countries = 'Austria,Brazil,Chile,Denmark,Estonia,France,Ghana,Hungary,India,Japan'.split(',')

export type Values = [string, string, number, number, number, string]

/** No rating is a whole number: bare SQL would write 5.0, where JSON has 5. */
export function valuesOf(n: number): Values {
  const year = 1930 + (n % 95)
  const rating = 1 + (n % 9) + (1 + ((n * 3) % 9)) / 10
  const country = countries[n % countries.length] ?? ''
  return [titleOf(n), country, year, (n * 7919) % mostVotes, rating, `${year}-${dayOf(n)}`]
}

function titleOf(n: number): string {
  if (n % 10_000 === 42) return `A ${rareWord} in the north ${n}`
  // Nothing beyond Latin-1, where V8 would take two bytes a character.
  if (n % 10 === 0) return `Le fabuleux destin d'Amélie ${n}`
  return n % 7 === 0 ? `The film, the book, the number ${n}` : `The film with the number ${n}`
}

function dayOf(n: number): string {
  const [month, day] = [1 + (n % 12), 1 + (n % 28)]
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** So many lines are written at a time. */
const linesAtOnce = 1000

export async function writeCsv(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path)
  file.write(`${columns.join(',')}\n`)
  for (let at = 0; at < rows; at += linesAtOnce) {
    let lines = ''
    for (let n = at; n < Math.min(rows, at + linesAtOnce); n++) lines += csvLine(valuesOf(n))
    if (!file.write(lines)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

function csvLine(values: Values): string {
  return `${values.map((value) => (String(value).includes(',') ? `"${value}"` : value)).join(',')}\n`
}
