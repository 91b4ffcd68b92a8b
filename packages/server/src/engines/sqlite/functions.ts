import type { CellValue } from '@triptych/contract/tables'
import type { Database } from 'better-sqlite3'
import { plainText } from '../../plain-text.ts'
import { dayAt, dayText, monthAt, zoneClock } from '../../zone-time.ts'
import type { ZoneClock } from '../../zone-time.ts'
import type { SqlValue } from '../sql/core/sql.ts'
import { placesOf, rankIn } from '../sql/tables/rank.ts'
import type { Places } from '../sql/tables/rank.ts'
import { addDecimalSum } from './decimal-sum.ts'

/** What JavaScript does with a value and SQLite cannot; what is no number becomes null. */
const ofText = {
  lower_text: (text: string) => text.toLowerCase(),
  plain_text: plainText,
  text_number: (text: string) => numberOrNull(Number(text)),
  json_text: (json: string) => writtenText(parsed(json)),
  json_number: (json: string) => numberOrNull(numberIn(parsed(json))),
}

/** Whether a list has one of the values that are wanted, or all of them. */
const ofList = {
  has_any: (held: CellValue[], wanted: CellValue[]) => held.some((one) => wanted.includes(one)),
  has_all: (held: CellValue[], wanted: CellValue[]) => wanted.every((one) => held.includes(one)),
}

/** By the options of a column in their order. */
const ofOptions = {
  rank_of: (places: Places, value: SqlValue) => rankIn('text', places, value),
  ranks_of: (places: Places, value: SqlValue) => rankIn('json', places, value),
}

const ofTimeInZone = {
  local_day: localDay,
  local_month: (time: string, clock: ZoneClock) => monthAt(clock, Date.parse(time)),
}

/** What a call costs beside its text, in characters. */
const callCost = 1000
const costUnchecked = 64 * callCost

/**
 * Every connection that answers queries needs them. `checkWanted` throws when nobody waits for the
 * statement any more; it is called now and then while rows are looked at.
 */
export function addFunctions(database: Database, checkWanted: (() => void) | null = null): void {
  const options = { deterministic: true }
  // What always answers the same is asked once by SQLite.
  database.function('still_wanted', { deterministic: checkWanted === null }, () => {
    checkWanted?.()
    return 1
  })
  // These take most of the time, and there can be hundreds of them for one row.
  let cost = 0
  function spend(characters: number): void {
    cost += callCost + characters
    if (cost < costUnchecked) return
    cost = 0
    checkWanted?.()
  }
  for (const [name, call] of Object.entries(ofText)) {
    database.function(name, options, (text: string | null) => {
      if (text === null) return null
      spend(text.length)
      return call(text)
    })
  }
  database.function('contains_text', options, (text: string | null, part: string) => {
    if (text === null) return null
    spend(text.length)
    return text.toLowerCase().includes(part) ? 1 : 0
  })
  database.function('finds_text', options, (text: string | null, part: string) => {
    if (text === null) return null
    spend(text.length)
    return plainText(text).includes(part) ? 1 : 0
  })
  for (const [name, passes] of Object.entries(ofList)) {
    // The same list is asked of each row.
    let wanted = { json: '[]', values: [] as CellValue[] }
    database.function(name, options, (cell: string | null, json: string) => {
      if (cell === null) return null
      spend(cell.length)
      if (json !== wanted.json) wanted = { json, values: JSON.parse(json) as CellValue[] }
      const held = parsed(cell)
      return Array.isArray(held) && passes(held, wanted.values) ? 1 : 0
    })
  }
  for (const [name, rank] of Object.entries(ofOptions)) {
    const listOf = rankedLists()
    database.function(name, options, (cell: SqlValue, json: string) => {
      if (cell === null) return null
      const { places, ranks } = listOf(json)
      const found = ranks.get(cell)
      if (found !== undefined) return found
      const length = typeof cell === 'string' ? cell.length : 0
      spend(length)
      const made = rank(places, cell)
      // Several choices can be as long as a request.
      if (length > longestRanked) return made
      if (ranks.size >= mostRanks) ranks.clear()
      ranks.set(cell, made)
      return made
    })
  }
  const clockOf = clocksByZone()
  for (const [name, call] of Object.entries(ofTimeInZone)) {
    database.function(name, options, (time: string | null, zone: string) => {
      if (time === null) return null
      spend(time.length)
      return call(time, clockOf(zone))
    })
  }
  database.function('number_text', options, (value: number | null) =>
    value === null ? null : String(value),
  )
  addDecimalSum(database)
}

/** Mostly it is the same day there and in UTC, where it is written already. */
function localDay(time: string, clock: ZoneClock): string {
  const ms = Date.parse(time)
  const day = dayAt(clock, ms)
  return day === dayAt(utc, ms) ? time.slice(0, 10) : dayText(day)
}

const utc = zoneClock('UTC')

const mostZones = 100
const mostRanks = 10_000
const longestRanked = 1000
const mostLists = 16

interface RankedList {
  places: Places
  ranks: Map<SqlValue, number | string>
}

/** Rows can be sorted by several columns at once, so that one list comes after the other for each row. */
function rankedLists(): (json: string) => RankedList {
  const lists = new Map<string, RankedList>()
  return (json) => {
    const known = lists.get(json)
    if (known) return known
    const list = { places: placesOf(JSON.parse(json) as (string | number)[]), ranks: new Map() }
    if (lists.size >= mostLists) lists.clear()
    lists.set(json, list)
    return list
  }
}

/** They are asked once for each row. */
function clocksByZone(): (zone: string) => ZoneClock {
  const clocks = new Map<string, ZoneClock>()
  return (zone) => {
    const clock = clocks.get(zone) ?? zoneClock(zone)
    if (clocks.size >= mostZones) clocks.clear()
    clocks.set(zone, clock)
    return clock
  }
}

function parsed(json: string): CellValue {
  return JSON.parse(json) as CellValue
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

/** `String(value)`, also for objects with a `toString` of their own. */
function writtenText(value: CellValue): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(writtenText).join(',')
  return typeof value === 'object' ? '[object Object]' : String(value)
}

function numberIn(value: CellValue): number {
  return typeof value === 'object' ? Number(writtenText(value)) : Number(value)
}
