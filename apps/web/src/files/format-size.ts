import { locale } from '../place/locale.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB']

const ofWhole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const ofParts = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** As people of the place write it: `512 B`, `1.5 KB`, `1,5 KB`. */
export function formatSize(bytes: number): string {
  let unit = 0
  let size = bytes
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${(unit === 0 ? ofWhole : ofParts).format(size)} ${units[unit]}`
}
