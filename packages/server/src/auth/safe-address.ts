/**
 * Whether what is asked of this address comes from where it says: by https, or from this machine. Whoever
 * could answer in the place of a provider could be anybody here.
 */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d+){3}$/.test(name)
}
