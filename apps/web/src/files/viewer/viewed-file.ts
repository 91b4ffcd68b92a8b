import type { Server } from 'triptych-client'

export interface ViewedFile {
  id: string
  name: string
  size: number
  date: Date | undefined
}

/** What each of the viewers is given. */
export interface PartProps {
  server: Server
  file: ViewedFile
  /** It cannot be shown: the reason, for people. */
  onFailure: (reason: string) => void
}
