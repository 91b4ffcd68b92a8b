/** Keys for a bucket, spelled as Amazon's SDKs do: what a credential provider of theirs answers is one of these. */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
  /** Without it they are good for ever. */
  expiration?: Date | undefined
}

/** Asked for new ones some minutes before the old ones expire, and when they were refused. */
export type CredentialProvider = () => Promise<Credentials>
