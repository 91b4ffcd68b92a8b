export interface Step {
  text: string
  /** Working days; 0 is a milestone. */
  days: number
  progress?: number
  who?: string
  /** The steps it waits for. */
  after?: Wait[]
  /** Put there by hand, so many days from the beginning of the plan. */
  at?: number
  isLate?: true
  /** Days from the beginning of the plan. */
  deadline?: number
}

/** The text of a step, or with a lag or another type. */
export type Wait = string | { from: string; type: 'e2s' | 's2s'; lag: number; lagUnit: 'd' | 'ed' }

/** A step, or a phase with what it waits for and the steps below it. */
export type Phase = [name: string, after: string[], steps: (Step | Phase)[]]

export const people: [group: string, names: string[]][] = [
  ['Planning', ['Ann Lee', 'Boris Feld']],
  ['Building', ['Carla Ruiz', 'Dan Okoye', 'Eva Lind']],
]

const rooms = [
  'Hall',
  'Kitchen',
  'Living room',
  'Study',
  'Bedroom',
  'Guest room',
  'Bathroom',
  'Cellar',
]

export const plan: Phase[] = [
  [
    'Planning',
    [],
    [
      { text: 'Find a plot', days: 4, progress: 100, who: 'Ann Lee' },
      {
        text: 'Draw the plan',
        days: 7,
        progress: 100,
        who: 'Boris Feld',
        after: ['Find a plot'],
      },
      { text: 'Ask the neighbours', days: 4, progress: 100, who: 'Ann Lee', at: 8 },
      {
        text: 'Permit',
        days: 10,
        progress: 40,
        who: 'Boris Feld',
        // For the post.
        after: [{ from: 'Draw the plan', type: 'e2s', lag: 1, lagUnit: 'd' }],
      },
      { text: 'Permit granted', days: 0, after: ['Permit'] },
    ],
  ],
  [
    'Foundation',
    [],
    [
      { text: 'Survey', days: 2, who: 'Dan Okoye', after: ['Permit granted'] },
      { text: 'Dig', days: 6, who: 'Dan Okoye', after: ['Survey'] },
      {
        text: 'Pipes and cables',
        days: 3,
        who: 'Eva Lind',
        // Where enough is dug.
        after: [{ from: 'Dig', type: 'e2s', lag: -1, lagUnit: 'd' }],
      },
      { text: 'Concrete', days: 4, who: 'Carla Ruiz', after: ['Pipes and cables'] },
    ],
  ],
  [
    'Shell',
    [],
    [
      {
        text: 'Walls',
        days: 12,
        who: 'Carla Ruiz',
        // It gets hard at weekends, too.
        after: [{ from: 'Concrete', type: 'e2s', lag: 7, lagUnit: 'ed' }],
      },
      [
        'Roof',
        [],
        [
          { text: 'Timber', days: 6, who: 'Dan Okoye', after: ['Walls'] },
          { text: 'Tiles', days: 5, who: 'Dan Okoye', after: ['Timber'] },
          { text: 'Gutters', days: 2, who: 'Eva Lind', after: ['Tiles'] },
        ],
      ],
      { text: 'Windows', days: 4, who: 'Eva Lind', after: ['Timber'] },
      { text: 'Topping out', days: 0, after: ['Gutters', 'Windows'] },
    ],
  ],
  [
    'Interior',
    [],
    [
      { text: 'Wiring', days: 8, who: 'Eva Lind', after: ['Topping out'] },
      { text: 'Plumbing', days: 9, who: 'Carla Ruiz', after: ['Topping out'] },
      ['Rooms', ['Wiring', 'Plumbing'], rooms.map(roomStep)],
      { text: 'Inspection', days: 1, who: 'Boris Feld', after: ['Rooms'] },
    ],
  ],
  [
    'Moving in',
    [],
    [
      { text: 'Pack', days: 5, who: 'Ann Lee', isLate: true },
      { text: 'Move', days: 2, who: 'Ann Lee', after: ['Pack', 'Inspection'] },
      {
        text: 'House-warming',
        days: 0,
        after: [{ from: 'Move', type: 'e2s', lag: 2, lagUnit: 'd' }],
        deadline: 152,
      },
    ],
  ],
]

/** One after the other, before the last is done. */
function roomStep(text: string, index: number): Step {
  const from = rooms[index - 1]
  const after: Wait[] = from === undefined ? [] : [{ from, type: 's2s', lag: 2, lagUnit: 'd' }]
  return { text, days: 4, after }
}

/** Days from the beginning of the plan. */
export const holidays = [
  { name: 'Stocktaking', from: 11, to: 11 },
  { name: 'Long weekend', from: 32, to: 32 },
  { name: 'Company holidays', from: 63, to: 67 },
]
