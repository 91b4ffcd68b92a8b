/** Small drawings that can be read on light and dark ground alike; nothing but text and lines. */

export interface Bars {
  title: string
  /** What 1 on the axis is. */
  unit: string
  series: string[]
  /** One line for each case; `null` where a series has nothing. */
  rows: { label: string; values: (number | null)[] }[]
}

export interface Lines {
  title: string
  panels: { title: string; series: { label: string; points: [number, number][] }[] }[]
}

const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.small { font-size: 11px; fill: #57606a }
.grid { stroke: #d0d7de }
.one { stroke: #57606a; stroke-dasharray: 4 3 }
.s0 { fill: #0969da; stroke: #0969da } .s1 { fill: #bc4c00; stroke: #bc4c00 } .s2 { fill: #6e7781; stroke: #6e7781 }
polyline { fill: none !important; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .small { fill: #9198a1 } .grid { stroke: #3d444d } .one { stroke: #9198a1 }
  .s0 { fill: #4493f8; stroke: #4493f8 } .s1 { fill: #f0883e; stroke: #f0883e } .s2 { fill: #9198a1; stroke: #9198a1 }
}
</style>`

/** Each series has a form of its own as well, so that nobody needs to tell colours apart. */
function mark(series: number, x: number, y: number, title: string): string {
  const tip = `<title>${escape(title)}</title>`
  const [left, top] = [round(x), round(y)]
  if (series === 0) return `<circle class="s0" cx="${left}" cy="${top}" r="5">${tip}</circle>`
  if (series === 1) {
    return `<rect class="s1" x="${round(x - 4.5)}" y="${round(y - 4.5)}" width="9" height="9">${tip}</rect>`
  }
  const points = `${left},${round(y - 5)} ${round(x + 5)},${round(y + 4)} ${round(x - 5)},${round(y + 4)}`
  return `<polygon class="s${series}" points="${points}">${tip}</polygon>`
}

/** Ratios on a logarithmic axis, with a line at 1. */
export function drawRatios({ title, unit, series, rows }: Bars): string {
  const [left, width, top, step] = [330, 430, 64, 24]
  const values = rows.flatMap((row) => row.values.filter((value) => value !== null))
  const ticks = ticksFor(Math.min(1, ...values), Math.max(1, ...values))
  const scale = logScale(ticks, left, left + width)
  const bottom = top + rows.length * step
  const grid = ticks.map((tick) => {
    const x = round(scale(tick))
    const kind = tick === 1 ? 'one' : 'grid'
    return `<line class="${kind}" x1="${x}" x2="${x}" y1="${top - 8}" y2="${bottom}"/>
<text class="small" x="${x}" y="${bottom + 16}" text-anchor="middle">${short(tick)}</text>`
  })
  const lines = rows.map(({ label, values }, n) => {
    const y = top + n * step + step / 2
    const marks = values.map((value, index) =>
      value === null ? '' : mark(index, scale(value), y, `${series[index]}: ${value.toFixed(2)}`),
    )
    return `<text x="${left - 12}" y="${y + 4}" text-anchor="end">${escape(label)}</text>${marks.join('')}`
  })
  const caption = `<text class="small" x="${left + width / 2}" y="${bottom + 34}" text-anchor="middle">${escape(unit)}</text>`
  return svg(left + width + 30, bottom + 46, title, [
    legend(series, left),
    ...grid,
    ...lines,
    caption,
  ])
}

/** A panel for each growth; both axes are logarithmic, so what grows with the rows is a diagonal. */
export function drawLines({ title, panels }: Lines): string {
  const [width, height, top, gap] = [300, 200, 84, 90]
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ label }) => label)))]
  const drawn = panels.flatMap(({ title: name, series }, n) => {
    const left = 70 + n * (width + gap)
    const points = series.flatMap((one) => one.points)
    const xs = [...new Set(points.map(([x]) => x))].toSorted((a, b) => a - b)
    const ys = points.map(([, y]) => y)
    const ticks = ticksFor(Math.min(...ys), Math.max(...ys))
    const x = logScale(xs, left + 10, left + width - 10)
    const y = logScale(ticks, top + height, top)
    return [
      `<text x="${left}" y="${top - 14}">${escape(name)}</text>`,
      ...xs.map(
        (at) =>
          `<text class="small" x="${round(x(at))}" y="${top + height + 18}" text-anchor="middle">${short(at)}</text>`,
      ),
      ...ticks.map((tick) => {
        const at = round(y(tick))
        return `<line class="grid" x1="${left}" x2="${left + width}" y1="${at}" y2="${at}"/>
<text class="small" x="${left - 8}" y="${at + 4}" text-anchor="end">${short(tick)}</text>`
      }),
      ...series.map(({ label, points }) => {
        const index = names.indexOf(label)
        const path = points.map(([px, py]) => `${round(x(px))},${round(y(py))}`).join(' ')
        const marks = points.map(([px, py]) =>
          mark(index, x(px), y(py), `${label}: ${short(py)} µs`),
        )
        return `<polyline class="s${index}" points="${path}"/>${marks.join('')}`
      }),
      `<text class="small" x="${left + width / 2}" y="${top + height + 36}" text-anchor="middle">rows; CPU in µs upwards</text>`,
    ]
  })
  return svg(70 + panels.length * (width + gap) - gap + 30, top + height + 48, title, [
    legend(names, 70),
    ...drawn,
  ])
}

function legend(series: string[], left: number): string {
  let x = left
  const entries = series.map((label, n) => {
    const at = x
    x += 34 + label.length * 7.5
    return `${mark(n, at + 6, 42, label)}<text x="${round(at + 18)}" y="46">${escape(label)}</text>`
  })
  return entries.join('')
}

function svg(width: number, height: number, title: string, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-label="${escape(title)}">
${style}
<text x="12" y="22" font-weight="600">${escape(title)}</text>
${parts.join('\n')}
</svg>
`
}

/** 1, 2 and 5 times powers of ten around the values, or the powers alone where those are many. */
function ticksFor(least: number, most: number): number[] {
  const decades = (steps: number[]) => {
    const all = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((power) =>
      steps.map((step) => step * 10 ** power),
    )
    const first = all.findLastIndex((tick) => tick <= least)
    const last = all.findIndex((tick) => tick >= most)
    return all.slice(Math.max(0, first), last + 1)
  }
  const fine = decades([1, 2, 5])
  return fine.length <= 8 ? fine : decades([1])
}

function logScale(over: number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log(Math.min(...over)), Math.log(Math.max(...over))]
  const span = high - low || 1
  return (value) => from + ((Math.log(value) - low) / span) * (to - from)
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`
  if (value >= 1e3) return `${Math.round(value / 100) / 10}k`
  return String(Math.round(value * 1000) / 1000)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
