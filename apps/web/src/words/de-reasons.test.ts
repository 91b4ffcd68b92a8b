import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, ColumnType } from '@triptych/contract/tables'
import { valueFromText } from '../../../../packages/server/src/domain/tables/cell-value.ts'
import { reasons } from './de-reasons.ts'
import { deedIn } from './deeds.ts'

const rules = { nullable: true, unique: false, default: null, options: null, reference: null }

function german(type: ColumnType, text: string, more: Partial<Column> = {}): string | null {
  try {
    valueFromText({ name: 'Betrag', type, ...rules, ...more }, text)
  } catch (error) {
    return deedIn((error as Error).message, reasons)
  }
  return assert.fail(`${text} was taken`)
}

describe('why the server does not take a value, in German', () => {
  for (const [type, text, said] of [
    ['integer', 'ca. 20', 'Betrag: "ca. 20" ist keine ganze Zahl oder zu groß.'],
    ['number', 'n/a', 'Betrag: "n/a" ist keine Zahl.'],
    ['boolean', 'oft', 'Betrag: "oft" ist weder Ja noch Nein.'],
    ['date', '31.02.2024', 'Betrag: "31.02.2024" ist kein Datum.'],
    ['datetime', 'bald', 'Betrag: "bald" ist kein Datum mit Uhrzeit.'],
    ['text', '\u0000', 'Betrag: "\\u0000" enthält Zeichen, die kein Text sind.'],
    ['json', '{', 'Betrag: "{" ist kein zulässiges JSON.'],
  ] as const) {
    it(`is told of each type: ${type}`, () => {
      assert.equal(german(type, text), said)
    })
  }

  for (const [kind, said] of [
    ['email', 'Betrag: "x" ist keine E-Mail-Adresse.'],
    ['url', 'Betrag: "x" ist keine Adresse wie https://example.org/page.'],
    ['file', 'Betrag: "x" ist kein Pfad einer Datei wie /photos/a.jpg.'],
  ] as const) {
    it(`is told of each format: ${kind}`, () => {
      assert.equal(german('text', 'x', { format: { kind } }), said)
    })
  }

  it('is told of tasks that cannot wait for each other, with their names', () => {
    const said = '“Dach” cannot wait for “Wand”, which waits for it already: Dach → Wand.'
    const here = '„Dach“ kann nicht auf „Wand“ warten, da dieser schon auf ihn wartet: Dach → Wand.'
    assert.equal(deedIn(said, reasons), here)
    const part = deedIn('“Tür” is part of “Haus”: neither can wait for the other.', reasons)
    assert.match(part ?? '', /„Tür“ ist Teil von „Haus“/)
  })

  it('is told of choices, and of what must not be empty', () => {
    const options = ['offen', 'erledigt']
    const said = 'Betrag: "neu" ist keine der Möglichkeiten offen, erledigt.'
    assert.equal(german('text', 'neu', { options }), said)
    assert.equal(german('integer', '', { nullable: false }), 'Betrag braucht einen Wert.')
  })
})
