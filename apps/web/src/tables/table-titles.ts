import type { Table } from '@triptych/contract/tables'
import { createContext, useContext } from 'react'

/** How people call a table: by its title, or by its name where it has none. */
export function titleOf({ name, title }: Pick<Table, 'name' | 'title'>): string {
  return title ?? name
}

/** What the tables of the workspace are called, by their names. */
export const TableTitles = createContext<ReadonlyMap<string, string>>(new Map())

/** For those that know a table by its name alone. */
export function useTitleOf(): (name: string) => string {
  const titles = useContext(TableTitles)
  return (name) => titles.get(name) ?? name
}
