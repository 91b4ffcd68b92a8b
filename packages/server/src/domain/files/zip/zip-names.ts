/** Gives entry names that no reader can take for a place outside the folder it unpacks to. */
export function zipNames(): (path: string, kind: 'file' | 'folder') => string {
  const taken = new Set<string>()

  return (path, kind) => {
    const safe = safePath(path)
    if (kind === 'folder') {
      taken.add(safe)
      return `${safe}/`
    }
    // Two names may become one by being made safe; unpacking would then keep only the last.
    let name = safe
    for (let number = 2; taken.has(name); number++) name = `${safe}~${number}`
    taken.add(name)
    return name
  }
}

/** A backslash, a control character, or a name that is empty or made of one or two dots. */
const unsafe = /[\\\p{Cc}]|(?:^|\/)\.{0,2}(?:\/|$)/u

function safePath(path: string): string {
  if (!unsafe.test(path)) return path.toWellFormed()
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  const safe = names.map((name) => (name === '..' ? '__' : name.replace(/\p{Cc}|\\/gu, '_')))
  return safe.length === 0 ? '_' : safe.join('/').toWellFormed()
}
