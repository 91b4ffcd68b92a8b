/** Where it is below `/docs`, its heading, the title of its page, and its text. */
export type Entry = readonly [address: string, heading: string, title: string, text: string]

export interface Found {
  entry: Entry
  /** The text around the first word, and which part of it is that word. */
  before: string
  word: string
  after: string
}

/** How much of the text is shown before the word, and behind it. */
const [ahead, behind] = [25, 120]
/** Said more often than this counts no more. */
const mostCounted = 5
const short = 1000

/** The sections that have every word, the best first: what is called so before what only speaks of it. */
export function findSections(entries: readonly Entry[], query: string, most = 12): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => ({ entry, ...excerpt(entry[3], words) }))
}

/** 0 where a word is missing. */
function scoreOf([address, heading, title, text]: Entry, words: string[]): number {
  const places = [
    { text: heading.toLowerCase(), weight: address.includes('#') ? 12 : 16 },
    { text: title.toLowerCase(), weight: 6 },
    { text: address.toLowerCase(), weight: 2 },
    { text: text.toLowerCase(), weight: 1 },
  ]
  let sum = 0
  for (const word of words) {
    let best = 0
    for (const place of places) {
      const at = place.text.indexOf(word)
      if (at < 0) continue
      const isStart = at === 0 || /[^\p{L}\p{N}]/u.test(place.text[at - 1]!)
      const times = Math.min(mostCounted, place.text.split(word).length - 1)
      // A short text that says it often is about it; a long one says everything sooner or later.
      best += place.weight * (isStart ? 2 : 1) + (times * short) / (short + place.text.length)
    }
    if (best === 0) return 0
    sum += best
  }
  return sum
}

function excerpt(text: string, words: string[]): Pick<Found, 'before' | 'word' | 'after'> {
  const low = text.toLowerCase()
  const [word = ''] = words.filter((one) => low.includes(one))
  const at = Math.max(0, low.indexOf(word))
  const start = Math.max(0, at - ahead)
  const end = at + word.length + behind
  return {
    before: (start > 0 ? '… ' : '') + text.slice(start, at),
    word: text.slice(at, at + word.length),
    after: text.slice(at + word.length, end) + (end < text.length ? ' …' : ''),
  }
}
