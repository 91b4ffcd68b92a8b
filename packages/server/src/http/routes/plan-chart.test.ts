import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { elementsNamed, readXml } from '../../codecs/xml/xml-tree.ts'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { readPdf } from '../../../test/fixtures/read-pdf.ts'

/** 2026-03-02 is a Monday. */
async function film(): Promise<GanttApi> {
  const api = await ganttApi()
  const { a, b, m } = await api.seed({
    Shoot: { type: 'summary', start: '2026-03-02', end: '2026-03-10' },
    a: { parent: 'Shoot', start: '2026-03-02', end: '2026-03-05', progress: 40 },
    b: { parent: 'Shoot', start: '2026-03-05T09:00', end: '2026-03-05T11:30' },
    m: { type: 'milestone', start: '2026-03-10' },
  })
  await api.done('PUT', `/tasks/${a}`, { text: 'Wände & <Türen>\n\u0007\u202eשלום 🚀' })
  await api.link(a, b, { lag: 1 })
  await api.link(b, m)
  return api
}

async function exported(api: GanttApi, query: string) {
  const answer = await api.triptych.fetch(new Request(`http://t/schedule/export?${query}`))
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(answer.status, 200, bytes.toString())
  return { bytes, headers: answer.headers }
}

function textsOf(svg: Buffer): string[] {
  return elementsNamed(readXml(svg.toString()), 'text').map(({ text }) => text)
}

describe('the chart of a plan', () => {
  it('is a drawing with what its columns say, on one page as large as it needs', async () => {
    const { bytes, headers } = await exported(
      await film(),
      'format=svg&today=2026-03-04&title=Film%20%3C2%3E&columns=wbs,text,start,end,duration,progress,predecessors',
    )

    assert.equal(headers.get('content-type'), 'image/svg+xml')
    assert.match(headers.get('content-disposition')!, /^attachment; filename="plan\.svg"/)
    const texts = textsOf(bytes)
    for (const text of [
      'Film <2>',
      'WBS',
      'Predecessors',
      'Shoot',
      '1.1',
      'Wände & <Türen> שלום 🚀',
      '2026-03-04',
      '3d',
      '40 %',
      '2026-03-05 09:00',
      '2FS+1d',
      'Mar 2026',
      'Milestone',
      '4 Mar 2026    1 / 1',
    ]) {
      assert.ok(texts.includes(text), `${text} in ${texts.join('|')}`)
    }
    assert.equal((await sharp(bytes).metadata()).format, 'svg')
  })

  it('is a document on the paper that was asked for, lying or standing', async () => {
    const api = await film()

    const [a4, tabloid] = [
      await exported(api, 'format=pdf'),
      await exported(api, 'format=pdf&paper=tabloid&landscape=false&inline=true'),
    ]

    assert.equal(a4.headers.get('content-type'), 'application/pdf')
    assert.match(a4.headers.get('content-disposition')!, /^attachment; filename="plan\.pdf"/)
    assert.match(tabloid.headers.get('content-disposition')!, /^inline; filename="plan\.pdf"/)
    const [lying, standing] = [await readPdf(a4.bytes), await readPdf(tabloid.bytes)]
    const sizes = [lying, standing].map(({ pages }) =>
      pages.map(({ width, height }) => [Math.round(width), Math.round(height)]),
    )
    assert.deepEqual(sizes, [[[842, 595]], [[792, 1224]]])
    const { texts } = lying.pages[0]!
    for (const text of ['Plan', 'Shoot', '2026-03-02']) assert.ok(texts.includes(text), text)
    assert.match(texts.join('|'), /\|Wände & /)
    assert.equal(lying.info['Title'], 'Plan')
  })

  it('is a picture with two pixels for a point', async () => {
    const { bytes, headers } = await exported(await film(), 'format=png&paper=a4')

    assert.equal(headers.get('content-type'), 'image/png')
    const { format, width, height } = await sharp(bytes).metadata()
    assert.deepEqual([format, width, height], ['png', 1684, 1191])
    const { channels } = await sharp(bytes).stats()
    assert.ok(channels[0]!.min < 100 && channels[0]!.mean > 200)
  })

  it('goes over as many pages as it needs, and is had page by page', async () => {
    const api = await ganttApi()
    const names = Array.from({ length: 1200 }, (_, at) => `Step ${at + 1}`)
    const csv = ['Name,Start,Duration', ...names.map((name) => `${name},2026-03-02,4d`)].join('\n')
    const type = { 'content-type': 'text/csv' }
    await api.done('POST', '/schedule/import?mode=replace', csv, type)

    const { pages } = await readPdf((await exported(api, 'format=pdf')).bytes)
    const third = await readPdf((await exported(api, 'format=pdf&page=3')).bytes)
    const drawing = await exported(api, 'format=svg&paper=a4&page=3')

    assert.deepEqual(
      pages.flatMap(({ texts }) => steps(texts)),
      names,
    )
    assert.ok(pages[1]!.texts.some((text) => text.endsWith(`2 / ${pages.length}`)))
    assert.deepEqual(third.pages, [pages[2]])
    assert.deepEqual(steps(textsOf(drawing.bytes)), steps(pages[2]!.texts))
  })

  it('shows what is critical when it is asked to', async () => {
    const api = await ganttApi()
    const { a, b } = await api.seed({
      a: { start: '2026-03-02', duration: 3 },
      b: { start: '2026-03-02', duration: 3 },
      short: { start: '2026-03-02', duration: 1 },
    })
    await api.link(a, b)
    await api.done('PUT', '/schedule', { mode: 'auto' })

    const [plain, critical] = [
      await exported(api, 'format=svg'),
      await exported(api, 'format=svg&critical=true'),
    ]

    // Two bars and the sign in the legend.
    assert.deepEqual([red(plain.bytes), red(critical.bytes)], [0, 3])
  })

  it('has only what whoever asks sees, as it is and as it was', async () => {
    const { owner, invite } = await accountsServer({})
    const eve = await invite('Eve', 'reader')
    const made = async (text: string) =>
      (
        (await owner.ask('POST', '/tasks', { text, start: '2026-03-02', duration: 2 })).json as {
          id: number
        }
      ).id
    const [secret, open] = [await made('Secret'), await made('Open')]
    await owner.ask('POST', '/links', { source: secret, target: open, lag: 1 })
    const rule = { subject: { kind: 'account', id: eve.id }, access: 'none' }
    await owner.ask('PUT', '/auth/rules', { thing: { kind: 'branch', task: secret }, ...rule })
    const { headers } = await owner.ask('GET', '/changes?limit=1')
    const before = headers.get('x-revision')
    await owner.ask('PUT', `/tasks/${open}`, { text: 'Later' })

    const path = '/schedule/export?format=svg&columns=wbs,text,predecessors'
    const drawn = async (who: typeof eve, more = '') =>
      textsOf(Buffer.from(String((await who.ask('GET', path + more)).json)))

    const [all, now, then] = [
      await drawn(owner),
      await drawn(eve, '&critical=true'),
      await drawn(eve, `&at=${before}`),
    ]
    for (const text of ['Secret', 'Later', '1FS+1d']) assert.ok(all.includes(text), text)
    assert.ok(now.includes('Later') && then.includes('Open') && !then.includes('Later'))
    for (const text of ['Secret', '1FS+1d']) {
      assert.ok(![...now, ...then].includes(text), text)
    }
  })

  it('is refused with what is wrong with the question', async () => {
    const api = await film()
    for (const [query, parameter] of [
      ['format=pdf&paper=none', 'paper'],
      ['format=pdf&paper=a5', 'paper'],
      ['format=pdf&from=2026-02-30', 'from'],
      ['format=pdf&from=2026-03-05&to=2026-03-04', 'to'],
      ['format=pdf&columns=text,password', 'columns'],
      ['format=pdf&page=2', 'page'],
      ['format=pdf&page=0', 'page'],
      ['format=pdf&critical=true&at=1', 'critical'],
    ] as const) {
      const { status, json } = await api.call('GET', `/schedule/export?${query}`)
      assert.equal(status, 422, query)
      const problem = json as { code: string; parameter: string }
      assert.deepEqual([problem.code, problem.parameter], ['query.invalid', parameter], query)
    }
    for (const query of [
      'format=pdf&scale=day&from=1900-01-01&to=2100-01-01',
      'format=svg&scale=day&from=1900-01-01&to=2100-01-01',
      'format=png&scale=day&from=2000-01-01&to=2030-01-01',
    ]) {
      const { status, json } = await api.call('GET', `/schedule/export?${query}`)
      assert.equal(status, 422, query)
      assert.equal((json as { code: string }).code, 'gantt.export_too_large', query)
    }
  })
})

function steps(texts: string[]): string[] {
  return texts.filter((text) => text.startsWith('Step '))
}

function red(svg: Buffer): number {
  return svg.toString().split('#fbc4c4').length - 1
}
