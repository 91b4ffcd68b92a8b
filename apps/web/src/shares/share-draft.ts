import type { NewShare, ShareAccess } from '@triptych/contract/shares'

/** A share as it stands in the form. */
export interface ShareDraft {
  access: ShareAccess
  name: string
  password: string
  /** Empty: for ever. */
  days: string
  /** Empty: as many as they like. */
  downloads: string
}

/** A link that nobody thinks of any more should not be open for ever. */
export const emptyDraft: ShareDraft = {
  access: 'read',
  name: '',
  password: '',
  days: '30',
  downloads: '',
}

export function shareOf(id: string, draft: ShareDraft): NewShare {
  const { access, name, password, days, downloads } = draft
  return {
    id,
    access,
    name: name.trim() || null,
    password: password || null,
    expiresInDays: days ? Number(days) : null,
    downloads: access === 'read' && downloads ? Number(downloads) : null,
  }
}
