import type { Server } from 'triptych-client'
import type { Rule, RuleChange } from '@triptych/contract/rules'

export async function listRules(server: Server): Promise<Rule[]> {
  return (await server.send({ method: 'GET', path: 'auth/rules' })) as Rule[]
}

export async function changeRule(server: Server, change: RuleChange): Promise<void> {
  await server.send({ method: 'PUT', path: 'auth/rules', body: change })
}
