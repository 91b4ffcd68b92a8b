import type { Credentials } from './credentials.ts'

/** The keys of one profile in the text of `~/.aws/credentials`. */
export function profileOf(text: string, profile: string): Credentials | null {
  const values = new Map<string, string>()
  let isInProfile = false
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const section = /^\[\s*(.*?)\s*\]/.exec(line)
    if (section) isInProfile = section[1] === profile
    const pair = /^([^#;=[]+?)\s*=\s*(.*)$/.exec(line)
    if (pair && isInProfile) values.set((pair[1] ?? '').toLowerCase(), pair[2] ?? '')
  }
  const accessKey = values.get('aws_access_key_id')
  const secretKey = values.get('aws_secret_access_key')
  if (!accessKey || !secretKey) return null
  return { accessKey, secretKey, sessionToken: values.get('aws_session_token') }
}
