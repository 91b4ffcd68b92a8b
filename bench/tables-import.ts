import { mkdirSync, openAsBlob, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './compare.ts'
import { finding, pairedRatio, rowOf, timed } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { cli, runProgram, startTriptych } from './tables-server.ts'
import type { Ended } from './tables-server.ts'

/** A file with the rows of the long table. */
export interface CsvFile {
  path: string
  rows: number
}

export function importFile({ path }: CsvFile, data: string): Promise<Ended> {
  return runProgram([cli, 'tables', 'import', path, 'films', '--data', data])
}

/** The same rows as a file that is read, and by a loop that has them. */
export async function* benchImport(
  bench: Omit<Bench, 'floor'>,
  file: CsvFile,
): AsyncGenerator<Part> {
  const folder = join(bench.folder, 'import')
  const loop = join(import.meta.dirname, 'tables-insert-loop.ts')
  const [floor, ours, uploads]: [Ended[], Ended[], Timing[]] = [[], [], []]
  for (let n = 0; n < Math.min(3, bench.options.repeats); n++) {
    mkdirSync(folder)
    floor.push(await runProgram([loop, join(folder, 'floor.db'), String(file.rows)]))
    ours.push(await importFile(file, join(folder, 'command')))
    uploads.push(await upload(bench, file, join(folder, 'upload')))
    rmSync(folder, { recursive: true })
  }
  const size = file.rows.toLocaleString('en')
  yield {
    title: `Import of ${size} rows`,
    rows: [
      rowOf('floor: a loop with one prepared insert', floor, note(file, floor) + memory(floor)),
      rowOf('Triptych: tables import, a CSV file', ours, note(file, ours) + memory(ours)),
      rowOf('Triptych: the same file uploaded', uploads, note(file, uploads)),
    ],
    findings: [
      finding('import by the command, speed, Triptych / floor', pairedRatio(floor, ours), {
        atLeast: 0.6,
      }),
      finding('import by the command, CPU, Triptych / floor', pairedRatio(ours, floor, 'cpu')),
      finding('import by upload, speed, Triptych / floor', pairedRatio(floor, uploads)),
    ],
  }
}

function note({ rows }: CsvFile, taken: Timing[]): string {
  const perSecond = (rows * 1000) / median(taken.map(({ ms }) => ms))
  return `${Math.round(perSecond).toLocaleString('en')} rows/s`
}

function memory(taken: Ended[]): string {
  return `, at most ${Math.max(...taken.map(({ most }) => most)).toFixed(0)} MB`
}

async function upload(
  { options }: Pick<Bench, 'options'>,
  file: CsvFile,
  data: string,
): Promise<Timing> {
  const server = await startTriptych(options, data)
  try {
    const form = new FormData()
    form.append('file', await openAsBlob(file.path), 'films.csv')
    const url = `http://127.0.0.1:${server.port}/films/import`
    return await timed(server, async () => {
      const answer = await fetch(url, { method: 'POST', body: form })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${text}`)
      const { added } = JSON.parse(text) as { added: number }
      if (added !== file.rows) throw new Error(`${added} of ${file.rows} rows were added.`)
    })
  } finally {
    await server.stop()
  }
}
