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
