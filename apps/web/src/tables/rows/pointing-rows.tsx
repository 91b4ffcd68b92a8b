import type { Server } from 'triptych-client'
import type { Row, Table } from '@triptych/contract/tables'
import { useEffect, useState } from 'react'
import { writeAddress } from '../../address.ts'
import { labelOf } from '../cells/row-names.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'
import { titleOf } from '../table-titles.ts'

interface Pointing {
  table: string
  title: string
  column: string
  rows: { id: number; label: string }[]
  total: number
}

const mostShown = 5

interface PointingRowsProps {
  server: Server
  table: string
  id: number
}

/** The rows of all tables that name this one. */
export function PointingRows({ server, table, id }: PointingRowsProps) {
  const [found, setFound] = useState<readonly Pointing[]>([])

  useEffect(() => {
    let isGone = false
    setFound([])
    void pointingAt(server, table, id)
      .then((all) => !isGone && setFound(all.filter(({ total }) => total > 0)))
      // The form is whole without it.
      .catch(() => {})
    return () => {
      isGone = true
    }
  }, [server, table, id])

  return found.map(({ table: from, title, column, rows, total }) => (
    <section key={`${from} ${column}`} className="pointing-rows">
      <h3>{t('{from} by {column}', { from: title, column })}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <a href={writeAddress('tables', [from], { row: String(row.id) })}>{row.label}</a>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <a href={writeAddress('tables', [from], { filter: JSON.stringify(filterFor(column, id)) })}>
          {t('Show all {total}', { total: total.toLocaleString(locale) })}
        </a>
      )}
    </section>
  ))
}

async function pointingAt(server: Server, table: string, id: number): Promise<Pointing[]> {
  const tables = (await server.send({ method: 'GET', path: 'tables' })) as Table[]
  const ways = tables.flatMap((from) =>
    from.columns
      .filter(({ reference }) => reference?.table === table)
      .map(({ name }) => ({ from, column: name })),
  )
  return Promise.all(
    ways.map(async ({ from, column }) => {
      const label = from.columns.find(({ type }) => type === 'text')?.name
      const body = {
        filter: filterFor(column, id),
        start: 0,
        end: mostShown,
        fields: label ? [label] : [],
      }
      const path = `${encodeURIComponent(from.name)}/query`
      const answer = await server.send({ method: 'POST', path, body })
      const { data, total } = answer as { data: Row[]; total: number }
      const rows = data.map((row) => ({
        id: row.id,
        label: labelOf(row.id, label && row[label]),
      }))
      return { table: from.name, title: titleOf(from), column, rows, total }
    }),
  )
}

function filterFor(field: string, value: number): object {
  return { glue: 'and', rules: [{ field, type: 'number', filter: 'equal', value }] }
}
