export interface StarReader {
  /** What somebody has starred, by its id in the index, be it there or not: the last first. */
  of(owner: string): Promise<number[]>
}

/** The files and folders that people want to find again. The log does not tell of them. */
export interface StarStore extends StarReader {
  /** One that has a star already keeps it as it is. `at` is in milliseconds since 1970. */
  add(owner: string, entry: number, at: number): Promise<void>
  remove(owner: string, entry: number): Promise<void>
  /** Those of entries that the index has no more, and will not find again. */
  removeLost(): Promise<void>
}
