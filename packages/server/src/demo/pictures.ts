interface Landscape {
  sky: [string, string]
  sun: string
  hills: [string, string, string]
}

const landscapes: Record<string, Landscape> = {
  'Morning.svg': {
    sky: ['#fde7c7', '#f7b98b'],
    sun: '#fff6df',
    hills: ['#c98b6b', '#9a6a5c', '#6d4c4a'],
  },
  'Noon.svg': {
    sky: ['#cfe8ff', '#8cc4f5'],
    sun: '#fffbe6',
    hills: ['#8fc27a', '#5f9c5c', '#3f7548'],
  },
  'Night.svg': {
    sky: ['#1d2b53', '#0d1430'],
    sun: '#e8ecff',
    hills: ['#27406b', '#1c2f52', '#121f38'],
  },
}

/** Pictures that can be read as text, so that the source holds no bytes nobody can look at. */
export function pictures(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(landscapes).map(([name, landscape]) => [name, drawn(landscape)]),
  )
}

function drawn({ sky, sun, hills }: Landscape): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="960" height="640">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${sky[1]}"/>
      <stop offset="1" stop-color="${sky[0]}"/>
    </linearGradient>
  </defs>
  <rect width="960" height="640" fill="url(#sky)"/>
  <circle cx="690" cy="190" r="74" fill="${sun}"/>
  <path d="M0 400 Q 160 260 340 370 T 700 340 T 960 300 V640 H0Z" fill="${hills[0]}"/>
  <path d="M0 470 Q 220 380 420 460 T 800 420 T 960 430 V640 H0Z" fill="${hills[1]}"/>
  <path d="M0 560 Q 240 470 520 550 T 960 510 V640 H0Z" fill="${hills[2]}"/>
</svg>
`
}
