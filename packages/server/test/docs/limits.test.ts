import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { maxStars } from '@triptych/contract/stars'
import { maxCommentLength, maxComments } from '@triptych/contract/comments'
import type { ErrorCode } from '@triptych/contract/errors'
import { maxFormulasLength } from '@triptych/contract/formula/read-formula'
import { maxRowsChanged, maxRowsSent } from '@triptych/contract/many-rows'
import { maxPasskeys } from '@triptych/contract/passkeys'
import { maxUploadedWorkbook } from '@triptych/contract/table-import'
import { maxPlanBytes } from '@triptych/contract/plan-exchange'
import { maxChartPages } from '@triptych/contract/printed-chart'
import { maxPageRows } from '@triptych/contract/table-query'
import { maxViews } from '@triptych/contract/table-schema'
import { maxColumns, maxIndexes } from '@triptych/contract/tables'
import { mostFound } from '@triptych/contract/most-found'
import { limitSettings } from '../../src/config/limit-settings.ts'
import { settings } from '../../src/config/settings.ts'
import { tries } from '../../src/domain/accounts/limit-tries.ts'
import { mostMails } from '../../src/domain/accounts/mail.ts'
import { mostTokens } from '../../src/domain/accounts/tokens.ts'
import { mostIds } from '../../src/domain/files/move-plan.ts'
import { mostZips } from '../../src/domain/files/open-file.ts'
import { deepestFolder, longestName } from '../../src/domain/files/path.ts'
import { mostQuotas } from '../../src/domain/files/set-quota.ts'
import { maxPixels } from '../../src/domain/gantt/exchange/export-chart.ts'
import { mostRules } from '../../src/domain/rules/set-rule.ts'
import { mostShares } from '../../src/domain/shares/create-share.ts'
import { longestKey } from '../../src/http/idempotency.ts'
import { mostBegun } from '../../src/drives/objects/direct-drive.ts'
import { chosenRates } from '../../src/http/rate-limits.ts'
import { mostBaselines } from '../../src/ports/baselines.ts'
import { statusOf } from '../../src/http/wire/error-response.ts'

/** The table of limits against the code, both ways. */

interface Row {
  what: string
  limit: string
  setting: string
  beyond: string
}

const page = readFileSync(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line): Row => {
    const [what = '', limit = '', setting = '', beyond = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { what, limit, setting, beyond }
  })

/** Those that no setting changes. */
const fixed: Record<string, number> = {
  'wrong tries for a name in 15 minutes': tries.perName,
  'wrong tries from an address in 15 minutes': tries.perAddress,
  'invitations that an account mails in a day': mostMails.invitations,
  'tokens of an account': mostTokens,
  'passkeys of an account': maxPasskeys,
  'shares of a workspace': mostShares,
  'stars that somebody may give': maxStars,
  'baselines of a plan': mostBaselines,
  'comments on one task, row or file': maxComments,
  'characters of a comment': maxCommentLength,
  'folders of a workspace that have a quota': mostQuotas,
  'rules of a workspace': mostRules,
  'zip archives that one client takes at once': mostZips,
  'uploads to the bucket that one person has begun': mostBegun,
  'folders that lie in each other': deepestFolder,
  'bytes of the name of a file': longestName,
  'entries that are moved, copied or deleted at once': mostIds,
  'entries that a search of files answers': mostFound,
  'columns of a table': maxColumns,
  'indexes of a table': maxIndexes,
  'characters of the formulas of a table': maxFormulasLength,
  'views of a table': maxViews,
  'rows on a page': maxPageRows,
  'rows that are sent at once': maxRowsSent,
  'rows that one filter changes or deletes': maxRowsChanged,
  'bytes of a workbook that is imported': maxUploadedWorkbook,
  'bytes of a plan that is imported': maxPlanBytes,
  'pages of a chart': maxChartPages,
  'pixels of a chart as a picture': maxPixels,
  'characters of an `Idempotency-Key`': longestKey,
}

describe('the reference of limits', () => {
  it('has every setting of a limit with its default, and no other', () => {
    const withAccounts = chosenRates({ reads: null, writes: null }, true)
    const usual = new Map<string, number>([
      ['--rate-reads', withAccounts.reads],
      ['--rate-writes', withAccounts.writes],
    ])
    const expected = [...Object.values(limitSettings), settings.eventReaders].map(
      ({ flag, default: value }): [string, string] => {
        const known = usual.get(flag)
        if (known) return [`\`${flag}\``, `any, ${known.toLocaleString('en')} with accounts`]
        return [`\`${flag}\``, value === null ? 'any' : value.toLocaleString('en')]
      },
    )

    const documented = rows.filter(({ setting }) => setting.startsWith('`--'))
    assert.deepEqual(
      new Map(documented.map(({ setting, limit }) => [setting, limit])),
      new Map(expected.toSorted(byPlace(documented.map(({ setting }) => setting)))),
    )
    assert.equal(documented.length, expected.length)
  })

  it('has the other limits as the code has them', () => {
    const documented = rows.filter(({ setting }) => setting === '')

    assert.deepEqual(
      Object.fromEntries(documented.map(({ what, limit }) => [what, limit])),
      Object.fromEntries(
        Object.entries(fixed).map(([what, limit]) => [what, limit.toLocaleString('en')]),
      ),
    )
  })

  it('says of each what is answered beyond it, with the status of its error', () => {
    for (const { what, beyond } of rows) {
      const [, status, code] = /^(\d+) `([\w.]+)`$/.exec(beyond) ?? []
      if (code) assert.equal(statusOf[code as ErrorCode], Number(status), what)
      else assert.ok(['the next waits', 'the oldest ends', '`X-More: true`'].includes(beyond), what)
    }
  })
})

function byPlace(order: string[]): (one: [string, string], other: [string, string]) => number {
  return ([one], [other]) => order.indexOf(one) - order.indexOf(other)
}
