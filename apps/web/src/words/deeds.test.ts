import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordsFor, wordsForStep } from '../../../../packages/server/src/domain/history/words.ts'
import type { Told } from '../../../../packages/server/src/domain/history/words.ts'
import { deedIn } from './deeds.ts'
import { deeds } from './de-deeds.ts'

const names = {
  row: () => 'Alien',
  task: (id: number) => (id === 5 ? 'Dach' : 'Haus'),
  resource: () => 'Anna',
  titleColumn: () => 'name',
  table: (name: string) => name,
  column: (_table: string, name: string) => name,
}
const told = (operation: string, entity: string, before: object | null, after: object | null) =>
  ({ area: 'gantt', operation, entity, before, after }) as Told
const german = (...change: Parameters<typeof told>) =>
  deedIn(wordsFor(told(...change), names), deeds.texts, deeds.things)

describe('what the server tells of the history, in German', () => {
  it('is said of a plan', () => {
    const [old, later] = [
      { start: '2026-04-01T00:00:00', end: '2026-04-03T00:00:00' },
      { start: '2026-04-04T00:00:00', end: '2026-04-06T00:00:00' },
    ]
    const link = { source: 5, target: 6 }
    assert.equal(
      german('task-added', 'tasks/5', null, { text: 'Dach', parent: 6 }),
      'Dach unter Haus hinzugefügt',
    )
    assert.equal(
      german('task-updated', 'tasks/5', old, later),
      'Dach um 3 Tage nach hinten verschoben',
    )
    assert.equal(german('task-deleted', 'tasks/5', { text: 'Dach' }, null), 'Dach gelöscht')
    assert.equal(german('link-added', 'links/1', null, link), 'Dach mit Haus verknüpft')
    assert.equal(
      german('task-updated', 'tasks/5', { progress: 0 }, { progress: 40 }),
      'progress von Dach von 0 in 40 geändert',
    )
  })

  it('is said of what has no name, and of how a plan is scheduled', () => {
    assert.equal(
      german(
        'link-updated',
        'links/1',
        { source: 5, target: 6, lag: 1 },
        { source: 5, target: 6, lag: 2 },
      ),
      'lag von der Verknüpfung von Dach mit Haus von 1 in 2 geändert',
    )
    assert.equal(
      german('task-updated', 'tasks/5', { details: null }, { details: 'Ziegel' }),
      'details von Dach von nichts in Ziegel geändert',
    )
    const [half, whole] = [50, 100].map((units) => ({ task: 5, resource: 1, units }))
    assert.equal(
      german('assignment-updated', 'assignments/1', half!, whole!),
      'den Einsatz von Anna bei Dach von 50 % in 100 % geändert',
    )
    assert.equal(
      german('schedule-changed', 'schedule', { mode: 'off' }, { mode: 'auto' }),
      'geändert, wie der Plan berechnet wird',
    )
  })

  it('is said where the words are always the same', () => {
    assert.equal(german('step-undone', 'steps/1', null, null), 'einen Schritt rückgängig gemacht')
    assert.equal(german('share-ended', 'shares/1', null, null), 'einen Link für Gäste beendet')
  })

  it('is said of rows, files and several at once', () => {
    const moved = { before: { id: '/a/x.txt' }, after: { id: '/b/x.txt' } }
    assert.equal(
      german('file-moved', '/a/x.txt', moved.before, moved.after),
      'x.txt von /a nach /b verschoben',
    )
    assert.equal(
      german('row-deleted', 'films/7', { name: 'Alien' }, null),
      'Alien aus films gelöscht',
    )
    const rows = [1, 2].map((id) => told('row-added', `films/${id}`, null, { name: 'Alien' }))
    assert.equal(deedIn(wordsForStep(rows, 2, names), deeds.texts), '2 Zeilen zu films hinzugefügt')
    const mixed = [rows[0]!, told('task-deleted', 'tasks/5', { text: 'Dach' }, null)]
    assert.equal(
      deedIn(wordsForStep(mixed, 3, names), deeds.texts),
      'Alien zu films hinzugefügt und 2 weitere Änderungen vorgenommen',
    )
  })

  it('is said of a table that was made with its rows', () => {
    const made = told('table-created', 'films', null, { name: 'films' })
    const row = told('row-added', 'films/1', null, { name: 'Alien' })
    const said = (count: number) =>
      deedIn(wordsForStep([made, row], count, names), deeds.texts, deeds.things)
    assert.equal(said(2), 'die Tabelle films mit einer Zeile erstellt')
    assert.equal(said(163), 'die Tabelle films mit 162 Zeilen erstellt')
  })

  it('stays in English where nobody has said how it is called', () => {
    assert.equal(german('thing-painted', 'things/5', null, null), null)
  })
})
