import { OwnRule, Rule, RuleChange } from '@triptych/contract/rules'
import { z } from 'zod'
import { listRules } from '../../domain/rules/list-rules.ts'
import { ownRules } from '../../domain/rules/own-rules.ts'
import { setRule } from '../../domain/rules/set-rule.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { Nothing } from './auth.ts'

const described = {
  scope: 'workspace',
  group: 'Accounts',
  isNeverKept: true,
} as const

/** They are kept with what they are about, so they are of the workspace in the address. */
export const rules: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/auth/rules',
    operationId: 'listRules',
    summary: 'List the rules of the workspace',
    description:
      'For its owners. What somebody may do with a folder, a table, a column or a branch of the plan, at most.',
    answer: z.array(Rule),
    errors: ['auth.no_accounts'],
    handle: ({ context }) => listRules(context),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/auth/rules/mine',
    operationId: 'listOwnRules',
    summary: 'List what rules leave me',
    description:
      'The things that I see and that rules for me are on, with what these leave me to do with them. None for those whom no rule binds.',
    answer: z.array(OwnRule),
    errors: ['auth.no_accounts'],
    handle: ({ context }) => ownRules(context),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/auth/rules',
    operationId: 'setRule',
    summary: 'Set a rule, or take it away',
    description:
      'Rules narrow a role, and never widen it. They follow what they are about when that is renamed or moved, and take effect at once.',
    body: RuleChange,
    answer: Nothing,
    errors: [
      'auth.no_accounts',
      'auth.not_found',
      'files.bad_path',
      'files.not_found',
      'files.link',
      'files.denied',
      'tables.not_found',
      'tables.unknown_column',
      'gantt.task_not_found',
      'rules.too_many',
      'storage_full',
    ],
    async handle({ context }, { body }) {
      await setRule(context, body)
      return {}
    },
  }),
]
