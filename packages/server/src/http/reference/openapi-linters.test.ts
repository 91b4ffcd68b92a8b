import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { api } from '../../../test/fixtures/api.ts'

/** The document as others judge it, by the rules that their commands follow when nobody chooses others. */

const { triptych } = await api()

/** With tables it has all that it has without them. */
async function documentText(): Promise<string> {
  return (await triptych.fetch(new Request('http://here/openapi.json?tables=true'))).text()
}

/** What may stay, and why. */
const known: Record<string, string> = {
  'no-ambiguous-paths': 'tables lie at /{table}, beside the routes: what is written goes first',
  'info-contact': 'whom to ask is for those to say who run the server',
}

async function byRedocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source, config, absoluteRef: 'openapi.json' })
  return found
    .filter(({ ruleId }) => !(ruleId in known))
    .map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

async function bySpectral(source: string): Promise<string[]> {
  const judge = new spectral.Spectral()
  judge.setRuleset({ extends: [rulesets.oas as spectral.RulesetDefinition] })
  const found = await judge.run(JSON.parse(source) as Record<string, unknown>)
  return found
    .filter(({ code }) => !(code in known))
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)
}

describe('the document', () => {
  it('has no errors and no warnings by Redocly', async () => {
    assert.deepEqual(await byRedocly(await documentText()), [])
  })

  it('has no errors and no warnings by Spectral', async () => {
    assert.deepEqual(await bySpectral(await documentText()), [])
  })

  it('would be found wrong by either', async () => {
    const document = JSON.parse(await documentText()) as { paths: Record<string, object> }
    const wrong = { get: { operationId: 'listTables', tags: ['none'], parameters: 1 } }
    document.paths['/wrong/{id}'] = wrong
    const text = JSON.stringify(document)

    assert.notDeepEqual(await byRedocly(text), [])
    assert.notDeepEqual(await bySpectral(text), [])
  })
})
