/** What one group answers, and whether there may be more of it. */
export interface Hits<T> {
  items: T[]
  hasMore: boolean
}
