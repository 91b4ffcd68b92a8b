import type { Limits } from '../config/config.ts'
import type { ChangeFeeds } from '../events/change-feeds.ts'
import { batch } from './batch.ts'
import { changes } from './changes.ts'
import { direct } from './direct.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { gantt } from './gantt.ts'
import { health } from './health.ts'
import { icons } from './icons.ts'
import { manyRows } from './many-rows.ts'
import { metricsRoute } from './metrics.ts'
import { preview } from './preview.ts'
import { reference } from './reference/reference.ts'
import type { Route } from './route.ts'
import { resources } from './resources.ts'
import { tableExport } from './table-export.ts'
import { tableImport } from './table-import.ts'
import { tableQuery } from './table-query.ts'
import { tableSchema } from './table-schema.ts'
import { tables } from './tables.ts'
import { upload } from './upload.ts'
import { workspaces } from './workspaces.ts'

export interface RouteParts {
  feeds: ChangeFeeds
  metrics: { text(): string }
  version: string
  base: string
  limits: Limits
  batchPath: string
  isReady: () => Promise<boolean>
}

/** The whole API, in the order in which addresses are matched: table names come last. */
export function allRoutes(parts: RouteParts): Route[] {
  const { feeds, metrics, version, base, limits, batchPath, isReady } = parts
  const routes: Route[] = [
    ...health({ version, ready: isReady }),
    ...metricsRoute(() => metrics.text()),
    ...reference(() => routes, { version, base, limits }),
    ...workspaces,
    ...changes(limits.changes),
    ...events(feeds),
    ...files,
    ...upload(limits.upload),
    ...direct,
    ...preview,
    ...icons,
    ...gantt,
    ...resources,
    ...batch({ path: batchPath, limit: limits.batch, base, routes: () => routes }),
    ...tableSchema,
    ...manyRows,
    ...tableExport,
    ...tableImport(limits.upload),
    ...tableQuery,
    ...tables,
  ]
  return routes
}
