import { t } from '../words/words.ts'
const browsers = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const systems = {
  Android: 'Android',
  'iPhone|iPad': 'iOS',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
}

/** What people call it; all of them say that they are several others, too. */
export function browserOf(agent: string | null): string {
  const browser = first(browsers, agent)
  const system = first(systems, agent)
  if (!system) return browser ?? t('A browser')
  return t('{browser} on {system}', { browser: browser ?? t('A browser'), system })
}

function first(names: Record<string, string>, agent: string | null): string | undefined {
  return Object.entries(names).find(([pattern]) => new RegExp(pattern).test(agent ?? ''))?.[1]
}
