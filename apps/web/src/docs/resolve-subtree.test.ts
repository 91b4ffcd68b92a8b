import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveSubtree } from './resolve-subtree.ts'

describe('a part of the document', () => {
  const document = {
    paths: {
      '/a': { get: { schema: { $ref: '#/components/schemas/Task', description: 'mine' } } },
    },
    components: {
      schemas: {
        Task: { description: 'any', below: { items: [{ $ref: '#/components/schemas/Task' }] } },
      },
      'a/b~c': { named: true },
      Odd: { a: { $ref: '#/components/a~1b~0c' }, b: { $ref: 'elsewhere.json' }, $ref: 7 },
    },
  }

  it('has what its references name, and what is said beside them goes before it', () => {
    const { schema } = resolveSubtree(document, ['paths', '/a', 'get']) as { schema: object }
    assert.deepEqual(schema, {
      ...document.components.schemas.Task,
      $$ref: '#/components/schemas/Task',
      title: 'Task',
      description: 'mine',
    })
  })

  it('has references that are escaped, and leaves alone what is none into the document', () => {
    assert.deepEqual(resolveSubtree(document, ['components', 'Odd']), {
      a: { named: true, $$ref: '#/components/a~1b~0c' },
      b: { $ref: 'elsewhere.json' },
      $ref: 7,
    })
  })

  it('is nothing where the document has nothing', () => {
    assert.equal(resolveSubtree(document, ['paths', '/b', 'get']), undefined)
  })
})
