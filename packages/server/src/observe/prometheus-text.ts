/** One line of a metric: the end of its name, its labels, its value. */
export interface Sample {
  suffix?: string
  labels?: Record<string, string>
  value: number
}

type MetricType = 'counter' | 'gauge' | 'histogram'

/** A metric with all its samples. https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metricText(
  type: MetricType,
  name: string,
  help: string,
  samples: Iterable<Sample>,
): string {
  let text = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`
  for (const { suffix = '', labels = {}, value } of samples) {
    text += `${name}${suffix}${labelText(labels)} ${numberText(value)}\n`
  }
  return text
}

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

export function numberText(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
