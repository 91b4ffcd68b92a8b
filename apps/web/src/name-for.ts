const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  å: 'a',
  ł: 'l',
}

/** Makes something under a name for its title: where that is taken, it gets a number behind it. */
export async function makeNamed<T>(
  wanted: string,
  make: (name: string) => Promise<T>,
  isTaken: (error: unknown) => boolean,
): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await make(numbered(wanted, number))
    } catch (error) {
      if (!isTaken(error) || number === 20) throw error
    }
  }
}

/** `films`, then `films-2` and so on. */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name.slice(0, 60)}-${number}`
}

/** What a title becomes in an address: "Big plan 2027" is big-plan-2027. */
export function nameFor(title: string, otherwise = 'workspace'): string {
  const plain = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüßæøåł]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '')
  return plain || otherwise
}
