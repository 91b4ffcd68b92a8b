export interface Order {
  key: string
  order: 'asc' | 'desc'
}

const keys = ['name', 'kind', 'size', 'date']

/** As it stands in the browser: `size desc`. What cannot be read is the order of names. */
export function keptOrder(text: string): Order {
  const [key = '', order] = text.split(' ')
  if (!keys.includes(key) || (order !== 'asc' && order !== 'desc')) {
    return { key: 'name', order: 'asc' }
  }
  return { key, order }
}

/** The other way round, if it is sorted by this. Else words begin with A; of sizes and dates the largest and newest are looked for. */
export function nextOrder(key: string, now: Order): Order['order'] {
  if (now.key === key) return now.order === 'asc' ? 'desc' : 'asc'
  return key === 'name' || key === 'kind' ? 'asc' : 'desc'
}
