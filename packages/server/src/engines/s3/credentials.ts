export interface Credentials {
  accessKey: string
  secretKey: string
  sessionToken?: string | undefined
  /** Milliseconds since 1970; without it they are good for ever. */
  expires?: number
}
