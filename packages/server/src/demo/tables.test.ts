import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NewTable } from '@triptych/contract/tables'
import { checkColumn, valueFromJson } from '../domain/tables/cell-value.ts'
import { films, filmsTable } from './films.ts'
import { screenings, screeningsTable } from './screenings.ts'

describe('the demo films', () => {
  it('are a table that a client could have made', () => {
    assert.deepEqual(NewTable.parse(filmsTable), filmsTable)
    for (const column of filmsTable.columns) assert.deepEqual(checkColumn(column), column)
  })

  it('fit their columns as they are', () => {
    assert.ok(films.length >= 120)
    for (const film of films) {
      for (const column of filmsTable.columns.map(checkColumn)) {
        const value = new Map(Object.entries(film)).get(column.name)
        assert.equal(valueFromJson(column, value), value)
      }
    }
  })

  it('are all different, from the days of film', () => {
    assert.equal(new Set(films.map(({ name }) => name)).size, films.length)
    for (const { year, votes } of films) assert.ok(year > 1900 && year < 2026 && votes > 0)
  })
})

describe('the demo screenings', () => {
  const shown = screenings(new Date('2026-03-29T22:30:00Z'))

  it('are a table that a client could have made', () => {
    assert.deepEqual(NewTable.parse(screeningsTable), screeningsTable)
    for (const column of screeningsTable.columns) assert.deepEqual(checkColumn(column), column)
  })

  it('fit their columns, and show films that there are, from today on', () => {
    for (const screening of shown) {
      for (const column of screeningsTable.columns.map(checkColumn)) {
        const value = new Map<string, unknown>(Object.entries(screening)).get(column.name)
        assert.equal(valueFromJson(column, value), value)
      }
      assert.ok(screening.film >= 1 && screening.film <= films.length)
      assert.ok(screening.day >= '2026-03-29')
    }
  })
})
