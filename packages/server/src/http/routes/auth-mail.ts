import { Forgotten, OwnMail, OwnMailChange } from '@triptych/contract/accounts'
import { changeOwnMail, ownMail, sendForgotten } from '../../domain/accounts/mail.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Gate } from '../gate.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { Nothing } from './auth.ts'

const described = { scope: 'server', group: 'Accounts', isNeverKept: true } as const

/** The mail address of an account, and what is mailed there. */
export function authMail({ gate, mailer }: { gate: Gate; mailer: Mailer | null }): Route[] {
  return [
    route({
      ...described,
      forEverybody: true,
      method: 'POST',
      path: '/auth/forgotten',
      operationId: 'sendForgotten',
      summary: 'Have a link for a new password mailed',
      description:
        'To whoever has this name or mail address. Whether there is anybody can be told neither from the answer nor from how long it takes. Counted like a login.',
      body: Forgotten,
      answer: Nothing,
      errors: ['auth.no_accounts', 'auth.no_mail', 'auth.too_many_tries'],
      async handle({ context, request, incoming }, { body }) {
        gate.refuseElsewhere(request)
        const address = gate.addressOf(request, incoming)
        await sendForgotten(context, { ...body, address }, mailer)
        return {}
      },
    }),
    route({
      ...described,
      method: 'GET',
      path: '/auth/mail',
      operationId: 'getOwnMail',
      summary: 'Tell my mail address',
      description: '`null` where there is none.',
      answer: OwnMail,
      errors: ['auth.no_accounts'],
      handle: ({ context }) => ownMail(context),
    }),
    route({
      ...described,
      method: 'PUT',
      path: '/auth/mail',
      operationId: 'changeOwnMail',
      summary: 'Set or remove my mail address',
      description:
        'For whoever is logged in by a session and says their password, if they have one: a new password can be had by mail. Where the server sends mail, a new address is `awaited` until the link that is mailed there is used.',
      body: OwnMailChange,
      answer: OwnMail,
      errors: [
        'auth.no_accounts',
        'auth.not_found',
        'auth.wrong_password',
        'auth.too_many_tries',
        'auth.mail_failed',
      ],
      handle({ context, visitor, request, incoming }, { body }) {
        const address = gate.addressOf(request, incoming)
        const from = { session: visitor?.session ?? null, address }
        return changeOwnMail(context, body, from, mailer)
      },
    }),
  ]
}
