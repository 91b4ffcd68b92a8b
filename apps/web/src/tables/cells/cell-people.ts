import type { Person, Server } from 'triptych-client'
import { useEffect, useState } from 'react'

/** Somebody else who is in a cell of this table. */
export interface OtherHere {
  id: string
  name: string
  row: number
  column: string
}

/** Longer than somebody takes to walk through cells by the arrows. */
const restMs = 400

/** Where somebody is, for the others: `tables/films#7/name`. */
export function cellPlace(row: string | number, column: string): string {
  return `#${row}/${encodeURIComponent(column)}`
}

export function otherAt({ id, name, at, isSelf }: Person, table: string): OtherHere | null {
  const start = `tables/${table}#`
  if (isSelf || !at?.startsWith(start)) return null
  const [row, column] = at.slice(start.length).split('/')
  const number = Number(row)
  if (!Number.isSafeInteger(number) || !column) return null
  return { id, name: name ?? '', row: number, column: decodeURIComponent(column) }
}

/** Who else is in this table, and in which cells. */
export function usePeople(server: Server, table: string) {
  const [people, setPeople] = useState<readonly Person[]>([])
  useEffect(() => server.onPeople(setPeople), [server])
  const at = `tables/${table}`
  const near = people.filter(
    (one) => !one.isSelf && (one.at === at || one.at?.startsWith(`${at}#`)),
  )
  const others = near.flatMap((one) => otherAt(one, table) ?? [])
  return { others, isCompany: near.length > 0 }
}

/** Tells the others where we are, once we stay there; alone we tell nobody. */
export function useTellCell(cell: string, isCompany: boolean, tell: (cell: string) => void): void {
  useEffect(() => {
    const timer = setTimeout(() => tell(isCompany ? cell : ''), restMs)
    return () => clearTimeout(timer)
  }, [cell, isCompany])
  useEffect(() => () => tell(''), [])
}
