import type { Entry } from '@triptych/contract/accounts'
import type { NewPasskeyOptions, Passkey, PasskeyLoginOptions } from '@triptych/contract/passkeys'
import { askAuth } from './ask-auth.ts'
import type { AskAuth } from './ask-auth.ts'
import { t } from '../words/words.ts'

/** Older browsers have passkeys, but cannot read what a server writes of them. */
export function canUsePasskeys({ passkeys }: Entry): boolean {
  return (
    passkeys &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

export async function makePasskey(ask: AskAuth, name: string, password?: string): Promise<Passkey> {
  const options = await ask<NewPasskeyOptions>('POST', '/passkeys/options', { password })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await asked(navigator.credentials.create({ publicKey }))
  return ask<Passkey>('POST', '/passkeys', { name, credential })
}

export async function logInByPasskey(): Promise<Entry> {
  const options = await askAuth<PasskeyLoginOptions>('POST', '/passkeys/login/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await asked(navigator.credentials.get({ publicKey }))
  return askAuth<Entry>('POST', '/passkeys/login', { credential })
}

/** What browsers say of it is for those who write pages. */
const reasons: Record<string, string> = {
  NotAllowedError: t('No passkey was chosen.'),
  InvalidStateError: t('This device has a passkey for your account already.'),
  SecurityError: t('Passkeys do not work at this address of the page.'),
}

async function asked(asking: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await asking) as PublicKeyCredential).toJSON()
  } catch (error) {
    const { name, message } = error as Error
    throw new Error(reasons[name] ?? message, { cause: error })
  }
}
