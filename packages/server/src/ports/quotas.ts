/** How many bytes a folder may hold, however deep they lie, and how many it does. */
export interface Quota {
  /** The number of its entry; `driveRoot` is the whole drive. */
  folder: number
  bytes: number
  used: number
}

export interface QuotaReader {
  /** All that are set, in the order of their folders, also of such that are hidden by now. */
  list(): Promise<Quota[]>
  /** Those of a folder and of all above it. */
  above(folder: number): Promise<Quota[]>
}

/** Kept by the number of the entry: a folder that is renamed or moved keeps its own. */
export interface QuotaStore extends QuotaReader {
  /** `null` takes it away. Those of folders that are gone for good go with it. */
  set(folder: number, bytes: number | null): Promise<void>
}
