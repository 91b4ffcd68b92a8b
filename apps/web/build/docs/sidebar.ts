/** The pages as they stand beside each other. What is not there is left out; what is not named here comes last in its folder. */
const groups: { title: string; folder: string; names: string[] }[] = [
  {
    title: 'Start',
    folder: 'tutorials',
    names: ['tutorials/first-page', 'how-to/existing-folder'],
  },
  {
    title: 'Your framework',
    folder: 'none',
    names: [
      ...['react', 'svelte', 'vue', 'next', 'sveltekit', 'nuxt', 'mount'].map(howTo),
      'reference/client',
    ],
  },
  {
    title: 'Work with data',
    folder: 'none',
    names: ['filters', 'import-and-export', 'sync', 'seed-and-schema'].map(howTo),
  },
  {
    title: 'Run it',
    folder: 'how-to',
    names: [
      ...['deploy', 'reverse-proxy', 'sign-in', 'own-users', 'postgresql', 's3'].map(howTo),
      ...['back-up-and-move', 'upgrade', 'troubleshooting'].map(howTo),
    ],
  },
  {
    title: 'Reference',
    folder: 'reference',
    names: ['requests', 'config', 'cli', 'errors', 'limits'].map((name) => `reference/${name}`),
  },
  {
    title: 'Background',
    folder: 'explanation',
    names: ['faq', 'supported', 'comparison'].map((name) => `explanation/${name}`),
  },
  {
    title: 'The project',
    folder: 'specification',
    names: ['specification', 'changelog', 'security'],
  },
]

function howTo(name: string): string {
  return `how-to/${name}`
}

export interface Group {
  title: string
  names: string[]
}

export function sidebarOf(names: readonly string[]): Group[] {
  const placed = new Set(groups.flatMap((group) => group.names))
  return groups
    .map(({ title, folder, names: first }) => ({
      title,
      names: [
        ...first.filter((name) => names.includes(name)),
        ...names.filter((name) => name.startsWith(`${folder}/`) && !placed.has(name)),
      ],
    }))
    .filter((group) => group.names.length > 0)
}
