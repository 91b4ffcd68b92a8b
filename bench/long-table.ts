import type { Server } from './server.ts'

/** A Triptych with `films`, and the floor of the bench reads its file. */
export interface LongTable {
  server: Server
  rows: number
}
