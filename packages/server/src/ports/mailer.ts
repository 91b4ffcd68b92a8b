export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail to people, by whatever carries it. */
export interface Mailer {
  /** Where people find the page: what links in mail begin with. Never what a request calls the server. */
  readonly url: string
  /** Throws `auth.mail_failed` where nobody takes it. */
  send(mail: Mail): Promise<void>
  /** For what nobody waits for; that it failed is told to the log alone. */
  later(work: () => Promise<void>): void
  /** After what is on its way. */
  close(): Promise<void>
}
