import type { WordsFile } from './forms.ts'

/** Why a value, a row of a file or a link is not taken, as the server tells it of each: “Betrag: "n/a" ist keine Zahl.” */
export const reasons: WordsFile['reasons'] = [
  [
    '{column} takes a whole number, at most {most}, not {value}.',
    '{column}: {value} ist keine ganze Zahl oder zu groß.',
  ],
  ['{column} takes a number, not {value}.', '{column}: {value} ist keine Zahl.'],
  [
    '{column} takes numbers written as {example}, not {value}.',
    '{column}: {value} ist keine Zahl in der Schreibweise {example}.',
  ],
  ['{column} takes true or false, not {value}.', '{column}: {value} ist weder Ja noch Nein.'],
  ['{column} takes a date such as {example}, not {value}.', '{column}: {value} ist kein Datum.'],
  [
    '{column} takes a date and time such as {example}, not {value}.',
    '{column}: {value} ist kein Datum mit Uhrzeit.',
  ],
  [
    '{column} takes an e-mail address such as {example}, not {value}.',
    '{column}: {value} ist keine E-Mail-Adresse.',
  ],
  [
    '{column} takes an address such as {example}, not {value}.',
    '{column}: {value} ist keine Adresse wie {example}.',
  ],
  [
    '{column} takes the path of a file such as {example}, not {value}.',
    '{column}: {value} ist kein Pfad einer Datei wie {example}.',
  ],
  [
    '{column} takes a list of options, not {value}.',
    '{column}: {value} ist keine Liste von Möglichkeiten.',
  ],
  [
    '{column} takes one of {options}, not {value}.',
    '{column}: {value} ist keine der Möglichkeiten {options}.',
  ],
  [
    '{column} takes text without {what}, not {value}.',
    '{column}: {value} enthält Zeichen, die kein Text sind.',
  ],
  [
    '{column} takes JSON without {what}, not {value}.',
    '{column}: {value} ist kein zulässiges JSON.',
  ],
  ['{column} must have a value.', '{column} braucht einen Wert.'],
  [
    '{column} names a row that does not exist.',
    '{column} verweist auf eine Zeile, die es nicht gibt.',
  ],
  ['There is a row {id} already.', 'Eine Zeile {id} gibt es schon.'],
  [
    'An earlier row of the file has the id {id} too.',
    'Eine frühere Zeile der Datei hat auch die Nummer {id}.',
  ],
  ['Another row has this value in {column}.', '{column}: Diesen Wert hat schon eine andere Zeile.'],
  [
    'Another row has these values in {columns}.',
    '{columns}: Diese Werte hat schon eine andere Zeile.',
  ],
  [
    'An earlier row of the file has this value in {column}.',
    '{column}: Diesen Wert hat schon eine frühere Zeile der Datei.',
  ],
  [
    'An earlier row of the file has these values in {columns}.',
    '{columns}: Diese Werte hat schon eine frühere Zeile der Datei.',
  ],
  ['The row has no id, and others have.', 'Die Zeile hat keine Nummer, andere haben eine.'],
  [
    'The row has an id, and the first ones have none.',
    'Die Zeile hat eine Nummer, die ersten haben keine.',
  ],
  ['It has more than {n} cells.', 'Sie hat mehr als {n} Zellen.'],
  [
    'Column {n} has a value here, but no name, and none in the first rows.',
    'Spalte {n} hat hier einen Wert, aber keinen Namen, und in den ersten Zeilen keinen Wert.',
  ],
  ['Two of its keys are for the same column.', 'Zwei ihrer Schlüssel stehen für dieselbe Spalte.'],
  [
    'It has bytes that are no text (the file should be UTF-8, or its encoding be said).',
    'Sie enthält Zeichen, die nicht lesbar sind. Vielleicht ist die Datei in einer anderen Kodierung.',
  ],
  [
    '“{task}” is part of “{summary}”: neither can wait for the other.',
    '„{task}“ ist Teil von „{summary}“: Keiner der beiden kann auf den anderen warten.',
  ],
  [
    '“{task}” cannot wait for “{source}”, which waits for it already: {way}.',
    '„{task}“ kann nicht auf „{source}“ warten, da dieser schon auf ihn wartet: {way}.',
  ],
  [
    'The tasks would wait for each other: {way}.',
    'Die Vorgänge würden im Kreis aufeinander warten: {way}.',
  ],
  [
    '“{source}” and “{target}” are linked like that already.',
    '„{source}“ und „{target}“ sind schon so verknüpft.',
  ],
  ['end must not lie before start.', 'Das Ende liegt vor dem Anfang.'],
  ['constraint of type {type} takes a date.', 'Die Einschränkung braucht ein Datum.'],
]
