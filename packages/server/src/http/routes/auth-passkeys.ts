import { Entry } from '@triptych/contract/accounts'
import {
  NewPasskey,
  NewPasskeyOptions,
  Passkey,
  PasskeyBeginning,
  PasskeyChange,
  PasskeyLogin,
  PasskeyLoginOptions,
} from '@triptych/contract/passkeys'
import { z } from 'zod'
import { beginPasskeyLogin, logInByPasskey } from '../../domain/accounts/log-in-by-passkey.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../domain/accounts/own-passkeys.ts'
import type { Call } from '../call.ts'
import type { Gate } from '../gate.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { cookieHeader, enter, Nothing } from './auth.ts'

const described = { scope: 'server', group: 'Accounts', isNeverKept: true } as const

const ofPasskey = { id: z.string().meta({ description: 'The id of a passkey of mine.' }) }

/** Keys that devices and password managers keep, instead of a password. */
export function authPasskeys(gate: Gate): Route[] {
  return [...loginByPasskey(gate), ...ownPasskeys(gate)]
}

function loginByPasskey(gate: Gate): Route[] {
  return [
    route({
      ...described,
      forEverybody: true,
      method: 'POST',
      path: '/auth/passkeys/login/options',
      operationId: 'beginPasskeyLogin',
      summary: 'Begin a login with a passkey',
      description:
        'Answers what `navigator.credentials.get()` is to be asked for; no name is needed. What it gives is to be sent within five minutes, once.',
      answer: PasskeyLoginOptions,
      reads: true,
      errors: ['auth.no_accounts', 'auth.no_passkeys'],
      handle: ({ context, request, incoming }) =>
        beginPasskeyLogin(context, gate.relyingParty(request, incoming)),
    }),
    route({
      ...described,
      forEverybody: true,
      method: 'POST',
      path: '/auth/passkeys/login',
      operationId: 'logInByPasskey',
      summary: 'Log in with a passkey',
      description: 'Counted like a login with a password.',
      body: PasskeyLogin,
      answer: Entry,
      answerHeaders: cookieHeader,
      errors: [
        'auth.no_accounts',
        'auth.no_passkeys',
        'auth.challenge_lost',
        'auth.passkey_refused',
        'auth.too_many_tries',
      ],
      async handle(call, { body }) {
        const { context, request, incoming } = call
        gate.refuseElsewhere(request)
        const party = gate.relyingParty(request, incoming)
        const address = gate.addressOf(request, incoming)
        const account = await logInByPasskey(context, body.credential, { party, address })
        return enter(gate, call, account)
      },
    }),
  ]
}

function ownPasskeys(gate: Gate): Route[] {
  const addingOf = ({ request, incoming, visitor }: Call) => ({
    party: gate.relyingParty(request, incoming),
    session: visitor?.session ?? null,
  })
  return [
    route({
      ...described,
      method: 'GET',
      path: '/auth/passkeys',
      operationId: 'listPasskeys',
      summary: 'List my passkeys',
      description: 'The oldest first.',
      answer: z.array(Passkey),
      errors: ['auth.no_accounts'],
      handle: ({ context }) => listPasskeys(context),
    }),
    route({
      ...described,
      method: 'POST',
      path: '/auth/passkeys/options',
      operationId: 'beginPasskey',
      summary: 'Begin to add a passkey',
      description:
        'Answers what `navigator.credentials.create()` is to be asked for. For whoever is logged in by a session; some minutes after the login it asks for the password again, if there is one. What it gives is to be sent within five minutes, once.',
      body: PasskeyBeginning,
      answer: NewPasskeyOptions,
      reads: true,
      errors: [
        'auth.no_accounts',
        'auth.no_passkeys',
        'auth.not_found',
        'auth.password_needed',
        'auth.wrong_password',
        'auth.too_many_tries',
      ],
      handle(call, { body }) {
        const address = gate.addressOf(call.request, call.incoming)
        return beginPasskey(call.context, { ...addingOf(call), address, ...body })
      },
    }),
    route({
      ...described,
      method: 'POST',
      path: '/auth/passkeys',
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      description: 'It lets in from now on, at the host that it was made for.',
      body: NewPasskey,
      answer: Passkey,
      errors: ['auth.no_accounts', 'auth.no_passkeys', 'auth.challenge_lost', 'auth.bad_passkey'],
      handle: (call, { body }) => addPasskey(call.context, body, addingOf(call)),
    }),
    route({
      ...described,
      method: 'PATCH',
      path: '/auth/passkeys/{id}',
      params: ofPasskey,
      operationId: 'renamePasskey',
      summary: 'Call a passkey something else',
      description: 'The name is for me alone.',
      body: PasskeyChange,
      answer: Passkey,
      errors: ['auth.no_accounts', 'auth.not_found'],
      handle: ({ context }, { params, body }) => renamePasskey(context, params.id, body),
    }),
    route({
      ...described,
      method: 'DELETE',
      path: '/auth/passkeys/{id}',
      params: ofPasskey,
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      description:
        'It lets in no more; sessions that it began go on. The only way in of an account stays.',
      answer: Nothing,
      errors: ['auth.no_accounts', 'auth.not_found', 'auth.last_way_in'],
      async handle({ context, request, incoming }, { params }) {
        const hasProvider = gate.entryFor(request, incoming).provider !== null
        await removePasskey(context, params.id, { hasProvider })
        return {}
      },
    }),
  ]
}
