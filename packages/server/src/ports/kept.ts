/** Something that lies out of sight, directly below `hiddenRoot`, and can come back: its entry stays the same. */
export interface KeptEntry {
  /** The number of its entry. */
  node: number
  /** What was deleted, or a former state of a file. */
  kind: 'deleted' | 'version'
  /** Of a version: the file that it is a state of. */
  of: number | null
  /** The number of the folder it was in, which may be out of sight by now, too, or gone. */
  parent: number
  /** Where it was, as ids of the contract are written: `/docs/plan.txt`. */
  path: string
  /** Since when; milliseconds since 1970. */
  at: number
  /** Who put it there, as the log calls them. */
  actor: string | null
  actorId: string | null
}

export interface KeptReader {
  get(node: number): Promise<KeptEntry | null>
  /** Newest first, those after `after` in this order. */
  newest(
    kind: KeptEntry['kind'],
    after: Pick<KeptEntry, 'at' | 'node'> | null,
    limit: number,
  ): Promise<KeptEntry[]>
  /** Oldest first; without a kind of both. */
  oldest(limit: number, kind?: KeptEntry['kind']): Promise<KeptEntry[]>
  /** The former states of a file, newest first. */
  versionsOf(file: number): Promise<KeptEntry[]>
  /** Folders in it that nobody has looked into. */
  unknownFolders(limit: number): Promise<number[]>
  /** What all of it is called below `hiddenRoot`. */
  names(): Promise<Set<string>>
  /** How many bytes all of it has, or all of one kind. */
  bytes(kind?: KeptEntry['kind']): Promise<number>
}

/** What the drive keeps for people. Whatever else is hidden is ended by those who clear up. */
export interface KeptStore extends KeptReader {
  add(entry: KeptEntry): Promise<void>
  /** It is as old as can be, and goes next. */
  outdate(node: number): Promise<void>
  /** From now on the former states of one file are those of another. */
  handOn(file: number, to: number): Promise<void>
  /** From now on it is kept no more. Answers whether it was. */
  remove(node: number): Promise<boolean>
}
