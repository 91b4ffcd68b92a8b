import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Mailer } from '../../ports/mailer.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps://` */
  smtp: string
  from: string
  url: string
}

const seconds = 1000

/** More than this wait for nobody: then something is wrong with the mail server. */
const mostLater = 100

/** By a mail server that speaks SMTP. */
export function openSmtpMailer(
  { smtp, from, url }: SmtpSettings,
  observe: Observe = () => {},
): Mailer {
  const { options, secrets } = optionsOf(smtp)
  let transport: Promise<Transporter> | null = null
  const pending = new Set<Promise<void>>()

  function report(error: unknown): void {
    observe({
      kind: 'failure',
      requestId: null,
      where: 'mail',
      error: withoutSecrets(error, secrets),
    })
  }

  return {
    url,
    async send({ to, subject, text }) {
      try {
        // Loaded with the first mail: most servers never send one.
        transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options))
        await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text })
      } catch (error) {
        report(error)
        throw new AppError('auth.mail_failed', 'The mail server did not take the mail.')
      }
    },
    later(work) {
      if (pending.size >= mostLater) return
      // Whoever is answered now is not to wait for any of it: how long that took would tell what there was to do.
      const running = nextTurn()
        .then(work)
        .catch((error: unknown) => {
          // What `send` throws it has reported.
          if (!(error instanceof AppError && error.code === 'auth.mail_failed')) report(error)
        })
        .finally(() => pending.delete(running))
      pending.add(running)
    },
    async close() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

function optionsOf(smtp: string) {
  const { protocol, hostname, port, username, password } = new URL(smtp)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const secure = protocol === 'smtps:'
  const isHere = /^(localhost|127\..*|\[::1\])$/.test(hostname)
  const options = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(user !== '' && { auth: { user, pass } }),
    // A password is not sent to where everybody on the way can read it.
    requireTLS: !secure && user !== '' && !isHere,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 30 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const plain = Buffer.from(`\0${user}\0${pass}`).toString('base64')
  const secrets = [pass, password, Buffer.from(pass).toString('base64'), plain]
  return { options, secrets: secrets.filter((one) => one !== '') }
}

/** A mail server may repeat what it was told. */
function withoutSecrets(error: unknown, secrets: readonly string[]): Error {
  const { message = '', code = '' } = error as { message?: string; code?: string }
  const told = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message)
  return new Error(`Mail was not sent (${code || 'no code'}): ${told}`)
}
