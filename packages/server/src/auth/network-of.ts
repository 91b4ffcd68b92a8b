/** What is counted as one: of IPv6 the network, as whoever has one address there has them all. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [start = '', end = ''] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = start.split(':').filter((group) => group !== '')
  const behind = end.split(':').filter((group) => group !== '')
  while (address.includes('::') && groups.length + behind.length < 8) groups.push('0')
  return [...groups, ...behind]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
