import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { toggle } from '../config/options.ts'
import { codeOf } from '../errors.ts'
import { builtPage } from '../http/routes/page-state.ts'
import type { Finding } from '../inspect-data.ts'
import { version } from '../version.ts'
import { command } from './command.ts'
import { reasonOf, say } from './terminal.ts'

export const doctor = command({
  name: 'doctor',
  summary: 'Look whether a server could start and work, and say what to do if not.',
  about: `It takes the flags, variables and config file of triptych serve, and changes nothing. A server may run meanwhile.`,
  options: { json: toggle('--json', 'Print JSON, for programs.') },
  settings: 'taken',
  exits: ['nothing is wrong', 'something is wrong'],
  async run({ json }, context) {
    const findings = await findingsOf(context)
    if (json) say(JSON.stringify(findings))
    else for (const finding of findings) tell(finding)
    return findings.some(({ level }) => level === 'wrong') ? 1 : 0
  },
})

const marks: Record<Finding['level'], string> = { fine: 'ok   ', warning: 'look ', wrong: 'WRONG' }

function tell({ level, what, advice }: Finding): void {
  say(`${marks[level]}  ${what}`)
  if (advice !== undefined) say(`       ${advice}`)
}

async function findingsOf(context: { readonly config: Config }): Promise<Finding[]> {
  const program = `Triptych ${version} on Node.js ${process.versions.node}, ${process.platform}.`
  const first: Finding = { level: 'fine', what: program }
  let config: Config
  try {
    config = context.config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'triptych help serve says what each setting takes.'
    return [first, { level: 'wrong', what: `Settings: ${error.message}.`, advice }]
  }
  // Loaded late, as by `serve`: a driver that is not there is a finding, too.
  const looked = await import('../inspect-data.ts').then(
    ({ inspectData }) => inspectData(config),
    (error: unknown): Finding[] => [
      {
        level: 'wrong',
        what: `A part of the program is missing: ${reasonOf(error)}`,
        advice: 'Install it again.',
      },
    ],
  )
  return [first, ...aboutSettings(config), ...looked, await aboutPort(config), ...aboutPage(config)]
}

const loopback = /^(localhost|127\.|::1$)/

function aboutSettings({ host, url, tlsCert, trustProxy }: Config): Finding[] {
  const isSafe = tlsCert !== null || url?.startsWith('https:') || trustProxy.length > 0
  if (isSafe || loopback.test(host)) return []
  return [
    warning(
      'What is sent can be read on the way: it goes by http.',
      'Give --tls-cert and --tls-key, or --url with https behind a proxy.',
    ),
  ]
}

function warning(what: string, advice: string): Finding {
  return { level: 'warning', what, advice }
}

/** Whether a server could listen there now. */
async function aboutPort({ host, port }: Config): Promise<Finding> {
  if (port === 0) return { level: 'fine', what: 'Any free port will do.' }
  const place = `port ${port} on ${host}`
  const code = await new Promise<string>((resolve) => {
    const trial = createServer()
    trial.once('error', (error) => resolve(codeOf(error)))
    trial.listen(port, host, () => trial.close(() => resolve('')))
  })
  if (code === '') return { level: 'fine', what: `Nobody else uses ${place}.` }
  if (code === 'EADDRINUSE') {
    return warning(
      `Somebody uses ${place}: this server, or another program.`,
      'For another one, choose another with --port.',
    )
  }
  return {
    level: 'wrong',
    what: `Listening at ${place} fails (${code}).`,
    advice: 'Choose others with --host and --port.',
  }
}

function aboutPage({ noPage }: Config): Finding[] {
  if (noPage) return []
  if (builtPage().kind === 'ready') return [{ level: 'fine', what: 'The page is built.' }]
  return [
    warning(
      'The page has not been built.',
      'In the repository npm run build does it, and triptych serve by itself.',
    ),
  ]
}
