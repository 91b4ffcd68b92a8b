export { untilAnswered } from './ask.ts'
export { commentsOn } from './comments.ts'
export type { Comments } from './comments.ts'
export { connectFiles } from './connect-files.ts'
export type { FilesConnection, FilesOptions } from './connect-files.ts'
export { connectGantt } from './connect-gantt.ts'
export type { GanttConnection, GanttOptions } from './connect-gantt.ts'
export { connectTable } from './connect-table.ts'
export type { TableConnection, TableOptions } from './table-options.ts'
export {
  downloadFile,
  fileAddress,
  iconAddress,
  isOnServer,
  openFile,
  previewAddress,
} from './file-addresses.ts'
export { narrowedIn } from './file-search.ts'
export type { Narrowed } from './file-search.ts'
export { firstLoad } from './first-load.ts'
export type { FirstLoadOptions, LoadState } from './first-load.ts'
export type { FilesApi } from './file-tree.ts'
export { followChanges } from './follow-changes.ts'
export type { Follow, Person, Visitor } from './follow-changes.ts'
export type { Status } from './follow-events.ts'
export type { GanttApi } from './gantt-chart.ts'
export type { Team } from './gantt-team.ts'
export { wallTime } from './gantt-wire.ts'
export { emptyTable } from './grid-api.ts'
export type { GridApi, GridColumn } from './grid-api.ts'
export { history, redo, restore, undo, undoWrite } from './history.ts'
export type { HistoryQuery } from './history.ts'
export type { Clash, ClashAnswer, FileFacts, OnClash } from './name-clashes.ts'
export { sendWrite } from './send-write.ts'
export type { Sent } from './send-write.ts'
export { openServer } from './server.ts'
export type { ChangeListener, Introduction, Request, Server, ServerOptions } from './server.ts'
export { ServerError } from './server-error.ts'
export type { ServerErrorCode } from './server-error.ts'
export { isHeading, isStandIn, placeOfUnloaded } from './shown-rows.ts'
export type { Row } from './shown-rows.ts'
export { cellIn, cellOut } from './table-cells.ts'
export { groupRows, mostGroups, rowsIn, spanOf } from './table-groups.ts'
export type { GroupHeading, GroupKey } from './table-groups.ts'
export type { Lines } from './table-lines.ts'
export { fittingQuery } from './table-query.ts'
export type { FilterRule, Grouping, SortKey, TableQuery } from './table-query.ts'
export {
  changeAllRows,
  deleteRows,
  heldRows,
  loadRows,
  placeOfRow,
  rowCount,
  showsAllInOrder,
  showPlace,
  writeCells,
} from './table-ranges.ts'
export type { CellsOf, CellsRefused } from './table-ranges.ts'
export { openUploads } from './uploads.ts'
export type { Upload, UploadFile, Uploads, UploadState } from './uploads.ts'
export type { Connection, ConnectOptions, Failure, Saved, WidgetApi } from './widget.ts'
