const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** As the widget writes it: `512 B`, `1.5 KB`. */
export function formatSize(bytes: number): string {
  let unit = 0
  let size = bytes
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}
