import type { Limits } from '../config/config.ts'
import type { MayStill } from '../auth/may-still.ts'
import type { ChangeFeeds } from '../events/change-feeds.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Gate } from './gate.ts'
import { auth } from './routes/auth.ts'
import { authMail } from './routes/auth-mail.ts'
import { authPasskeys } from './routes/auth-passkeys.ts'
import { authPeople } from './routes/auth-people.ts'
import { batch } from './routes/batch.ts'
import { changes } from './routes/changes.ts'
import { comments } from './routes/comments.ts'
import { direct } from './routes/direct.ts'
import { directUpload } from './routes/direct-upload.ts'
import { events } from './routes/events.ts'
import { files } from './routes/files.ts'
import { baselines } from './routes/baselines.ts'
import { gantt } from './routes/gantt.ts'
import { health } from './routes/health.ts'
import { icons } from './routes/icons.ts'
import { manyRows } from './routes/many-rows.ts'
import { metricsRoute } from './routes/metrics.ts'
import { preview } from './routes/preview.ts'
import { reference } from './reference/reference.ts'
import type { Route } from './route.ts'
import { history } from './routes/history.ts'
import { quotas } from './routes/quotas.ts'
import { rules } from './routes/rules.ts'
import { resources } from './routes/resources.ts'
import { planExchange } from './routes/plan-exchange.ts'
import { schedule, schedulePreview } from './routes/schedule.ts'
import { search } from './routes/search.ts'
import { shares } from './routes/shares.ts'
import { sharesOpen } from './routes/shares-open.ts'
import { stars } from './routes/stars.ts'
import { tableExport } from './routes/table-export.ts'
import { tableImport } from './routes/table-import.ts'
import { tableQuery } from './routes/table-query.ts'
import { tableSchema } from './routes/table-schema.ts'
import { tables } from './routes/tables.ts'
import { trash } from './routes/trash.ts'
import { versions } from './routes/versions.ts'
import { upload } from './routes/upload.ts'
import { workspaces } from './routes/workspaces.ts'

export interface RouteParts {
  gate: Gate
  /** Asked whenever a share or a signed address is used. */
  mayStill: MayStill
  /** Where people find the page; `null`: where they ask from. */
  url: string | null
  /** `null`: no mail is sent. */
  mailer: Mailer | null
  feeds: ChangeFeeds
  metrics: { text(): string }
  version: string
  base: string
  limits: Limits
  /** How many files one client may upload at once. */
  clientUploads: number
  batchPath: string
  isReady: () => Promise<boolean>
}

/** The whole API, in the order in which addresses are matched: table names come last. */
export function allRoutes(parts: RouteParts): Route[] {
  const { gate, mayStill, url, feeds, metrics, version, base, limits } = parts
  const { mailer, clientUploads, batchPath, isReady } = parts
  const routes: Route[] = [
    ...health({ version, ready: isReady }),
    ...metricsRoute(() => metrics.text()),
    ...reference(() => routes, { version, base, limits }),
    ...auth({ gate }),
    ...authPasskeys(gate),
    ...authMail({ gate, mailer }),
    ...authPeople({ url, base, mailer }),
    ...rules,
    ...workspaces,
    ...changes(limits.changes),
    ...events(feeds),
    ...files,
    ...upload(limits.upload, clientUploads),
    ...directUpload(limits.upload),
    ...direct(mayStill),
    ...preview(mayStill),
    ...shares({ url, base }),
    ...sharesOpen({ url, base, mayStill, limit: limits.upload }),
    ...icons,
    ...quotas,
    ...versions,
    ...trash,
    ...stars,
    ...history,
    ...comments,
    ...search,
    ...gantt,
    ...resources,
    ...schedule,
    ...baselines,
    ...planExchange,
    ...schedulePreview({ limit: limits.batch, base, routes: () => routes }),
    ...batch({
      path: batchPath,
      limit: limits.batch,
      base,
      routes: () => routes.filter(({ yieldsTo }) => yieldsTo === undefined),
    }),
    ...tableSchema,
    ...manyRows,
    ...tableExport,
    ...tableImport(limits.upload),
    ...tableQuery,
    ...tables,
  ]
  return routes
}
