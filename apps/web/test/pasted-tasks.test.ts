import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IApi } from '@svar-ui/react-gantt'
import { undoWrite } from '../../../packages/client/src/history.ts'
import { sendWrite } from '../../../packages/client/src/send-write.ts'
import { openPage } from '../../../packages/client/test/gantt-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { ganttServer } from '../../../packages/server/test/svar/gantt-server.ts'
import { moves } from '../src/gantt/tools/pasted-tasks.ts'

const two = '- Phase\n  - Dig\n  - Lay\n- Roof'

describe('tasks that were cut and are pasted', () => {
  it('leave a task where they leave a summary empty, in one step that is taken back whole', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed({
      Phase: { type: 'summary' },
      Dig: { parent: 'Phase' },
      Lay: { parent: 'Phase' },
      Roof: {},
    })
    const page = await openPage(server.url)
    t.after(() => page.close())
    const api = page.api as unknown as IApi
    const [phase, dig, lay, roof] = ['Phase', 'Dig', 'Lay', 'Roof'].map((name) => ids[name]!)
    const paste = async (moved: number[], after: number) => {
      const body = moves(api, page.connection, moved, after)
      const request = { method: 'POST', path: 'batch?atomic=true', body } as const
      return (await sendWrite(page.server, request)).write
    }
    const shows = (outline: string, type: string) =>
      t.waitFor(() => {
        assert.equal(page.outline(), outline)
        assert.equal(page.task('Phase').type, type)
      }, patient)
    await shows(two, 'summary')

    const first = await paste([dig!], roof!)
    await shows('- Phase\n  - Lay\n- Roof\n- Dig', 'summary')
    const second = await paste([lay!], phase!)
    await shows('- Phase\n- Lay\n- Roof\n- Dig', 'task')
    await undoWrite(page.server, second)
    await shows('- Phase\n  - Lay\n- Roof\n- Dig', 'summary')
    await undoWrite(page.server, first)
    await shows(two, 'summary')

    // Both at once; and behind one that stays below it, nothing is left empty.
    await shows(two, 'summary')
    await paste([dig!], lay!)
    await shows('- Phase\n  - Lay\n  - Dig\n- Roof', 'summary')
    await paste([dig!, lay!], roof!)
    await t.waitFor(() => assert.equal(page.task('Phase').type, 'task'), patient)
    assert.deepEqual(page.failures, [])
  })
})
