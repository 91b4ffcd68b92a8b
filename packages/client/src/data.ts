import { fileData } from './data-files.ts'
import type { FileData } from './data-files.ts'
import { linkData, taskData } from './data-plan.ts'
import type { LinkData, TaskData } from './data-plan.ts'
import { rowData } from './data-rows.ts'
import type { CellValue, RowData } from './data-rows.ts'
import type { Server } from './server.ts'

export type { FileData, FileEntry, FileReference, FoundFiles } from './data-files.ts'
export type { Link, LinkData, NewLink, NewTask, Task, TaskData } from './data-plan.ts'
export type { CellValue, Compared, Found, RowData, RowQuery, Stored, Where } from './data-rows.ts'
export type { Live, LiveState } from './live.ts'
export { openServer } from './server.ts'
export type { Server, ServerOptions } from './server.ts'
export { ServerError } from './server-error.ts'
export type { ServerErrorCode } from './server-error.ts'

/** The data of a workspace without widgets. What is done by it is a step of the history like others. */
export interface Data<Tables> {
  /** The rows of a table. */
  rows: <Name extends keyof Tables & string>(table: Name) => RowData<Tables[Name]>
  tasks: TaskData
  links: LinkData
  files: FileData
}

/** `Tables` says what the columns of each table are: `openData<{ films: { name: string; year: number | null } }>(server)`. */
export function openData<Tables = Record<string, Record<string, CellValue>>>(
  server: Server,
): Data<Tables> {
  return {
    rows: (table) => rowData(server, table),
    tasks: taskData(server),
    links: linkData(server),
    files: fileData(server),
  }
}
