/** Those of the page, so that they also differ where they are printed in grey. */
export const colours = {
  ink: '#1f2937',
  faint: '#6b7280',
  line: '#d7dbe2',
  header: '#f1f3f7',
  dayOff: '#f3f4f7',
  today: '#e11d48',
  link: '#64748b',
  criticalLink: '#b91c1c',
  summary: '#334155',
  milestone: '#6d28d9',
  task: { fill: '#bcd7fb', line: '#3b7ddd', done: '#3b7ddd' },
  critical: { fill: '#fbc4c4', line: '#c81e1e', done: '#c81e1e' },
  inactive: { fill: '#eceef2', line: '#b6bcc7', done: '#c9ced8' },
} as const
