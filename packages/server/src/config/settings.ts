import { z } from 'zod'
import { logLevels } from '../observe/log-level.ts'
import { BasePath, Host, Origin, Path, PostgresUrl, wholeNumber } from './values.ts'
import type { LogLevel } from '../observe/log-level.ts'

export interface Setting<T> {
  flag: `--${string}`
  variable: `TRIPTYCH_${string}`
  /** `null` where the config file cannot say it. */
  fileKey: string | null
  /** How the options of `createTriptych` call it; `null` where they cannot say it. */
  option: string | null
  /** How the text of a flag or a variable is read. */
  kind: 'text' | 'number' | 'switch' | 'list'
  /** Stands for the value in the help; a switch has none. */
  placeholder: string | null
  schema: z.ZodType<T>
  /** Says what the schema allows, after "must be". */
  allowed: string
  default: T
  help: string
}

/** Every setting there is. Readers, checks, help and the tests of the reference all go by this table. */
export const settings = {
  port: setting({
    flag: '--port',
    variable: 'TRIPTYCH_PORT',
    fileKey: 'port',
    option: 'port',
    kind: 'number',
    placeholder: 'PORT',
    schema: wholeNumber(0, 65_535),
    allowed: 'a whole number from 0 to 65535',
    default: 3200,
    help: 'The port to listen on; 0 takes any free one.',
  }),
  host: setting({
    flag: '--host',
    variable: 'TRIPTYCH_HOST',
    fileKey: 'host',
    option: 'host',
    kind: 'text',
    placeholder: 'HOST',
    schema: Host,
    allowed:
      '127.x.x.x, ::1 or localhost: open access is for this machine only, accounts are not there yet',
    default: '127.0.0.1',
    help: 'The address to listen on.',
  }),
  data: setting({
    flag: '--data',
    variable: 'TRIPTYCH_DATA',
    fileKey: 'data',
    option: 'data',
    kind: 'text',
    placeholder: 'DIR',
    schema: Path,
    allowed: 'the path of a folder, or :memory: to keep nothing on disk',
    default: './data',
    help: 'The folder of the databases; made when it is missing.',
  }),
  database: setting<string | null>({
    flag: '--database',
    variable: 'TRIPTYCH_DATABASE',
    fileKey: 'database',
    option: 'database',
    kind: 'text',
    placeholder: 'URL',
    schema: PostgresUrl.nullable(),
    allowed: 'the address of a PostgreSQL database, such as postgres://user@host/name',
    default: null,
    help: 'Keep tables, plans and the index of files in this PostgreSQL database; without it they lie in the data folder.',
  }),
  connections: setting({
    flag: '--connections',
    variable: 'TRIPTYCH_CONNECTIONS',
    fileKey: 'connections',
    option: 'connections',
    kind: 'number',
    placeholder: 'COUNT',
    schema: wholeNumber(4, 1000),
    allowed: 'a whole number from 4 to 1000',
    default: 10,
    help: 'How many connections to PostgreSQL there are at most, beside the one that listens.',
  }),
  files: setting<string | null>({
    flag: '--files',
    variable: 'TRIPTYCH_FILES',
    fileKey: 'files',
    option: 'files',
    kind: 'text',
    placeholder: 'DIR',
    schema: Path.nullable(),
    allowed: 'the path of a folder',
    default: null,
    help: 'The folder that the file manager serves; FOLDER is its short form, and without either it lies inside the data folder.',
  }),
  hideDotfiles: setting({
    flag: '--hide-dotfiles',
    variable: 'TRIPTYCH_HIDE_DOTFILES',
    fileKey: 'hideDotfiles',
    option: 'hideDotfiles',
    kind: 'switch',
    placeholder: null,
    schema: z.boolean(),
    allowed: 'true or false',
    default: false,
    help: 'Leave out files and folders whose names begin with a dot: they are neither shown nor reached nor made.',
  }),
  portableNames: setting({
    flag: '--portable-names',
    variable: 'TRIPTYCH_PORTABLE_NAMES',
    fileKey: 'portableNames',
    option: 'portableNames',
    kind: 'switch',
    placeholder: null,
    schema: z.boolean(),
    allowed: 'true or false',
    default: false,
    help: 'Refuse new file names that Windows cannot hold, such as CON, a:b or a trailing dot.',
  }),
  lazyAbove: setting({
    flag: '--lazy-above',
    variable: 'TRIPTYCH_LAZY_ABOVE',
    fileKey: 'lazyAbove',
    option: 'lazyAbove',
    kind: 'number',
    placeholder: 'COUNT',
    schema: wholeNumber(0, 1_000_000_000),
    allowed: 'a whole number from 0 to 1000000000',
    default: 1000,
    help: 'The children of a task that has more of them than this are sent when it is unfolded.',
  }),
  allowCycles: setting({
    flag: '--allow-cycles',
    variable: 'TRIPTYCH_ALLOW_CYCLES',
    fileKey: 'allowCycles',
    option: 'allowCycles',
    kind: 'switch',
    placeholder: null,
    schema: z.boolean(),
    allowed: 'true or false',
    default: false,
    help: 'Accept links that make tasks wait for each other.',
  }),
  batchPath: setting({
    flag: '--batch-path',
    variable: 'TRIPTYCH_BATCH_PATH',
    fileKey: 'batchPath',
    option: 'batchPath',
    kind: 'text',
    placeholder: 'NAME',
    schema: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/),
    allowed: 'a name of lower-case letters, digits and hyphens',
    default: 'batch',
    help: 'The address that takes many changes at once: the batchURL of the SVAR provider.',
  }),
  base: setting({
    flag: '--base',
    variable: 'TRIPTYCH_BASE',
    fileKey: 'base',
    option: 'base',
    kind: 'text',
    placeholder: 'PREFIX',
    schema: BasePath,
    allowed: 'empty, or a path that begins with / and has only letters, digits and . _ ~ - in it',
    default: '',
    help: 'The path that all addresses begin with.',
  }),
  cors: setting<string[]>({
    flag: '--cors',
    variable: 'TRIPTYCH_CORS',
    fileKey: 'cors',
    option: 'cors',
    kind: 'list',
    placeholder: 'ORIGIN…',
    schema: z.array(Origin),
    allowed: 'origins such as https://app.example.com:8080, or *',
    default: [],
    help: 'The origins whose pages may call the server; several are written one after the other, or with commas.',
  }),
  empty: setting({
    flag: '--empty',
    variable: 'TRIPTYCH_EMPTY',
    fileKey: 'empty',
    option: 'empty',
    kind: 'switch',
    placeholder: null,
    schema: z.boolean(),
    allowed: 'true or false',
    default: false,
    help: 'Make no demo content on the first start.',
  }),
  noPage: setting({
    flag: '--no-page',
    variable: 'TRIPTYCH_NO_PAGE',
    fileKey: 'noPage',
    option: 'noPage',
    kind: 'switch',
    placeholder: null,
    schema: z.boolean(),
    allowed: 'true or false',
    default: false,
    help: 'Show no page at /, and build none: the API alone.',
  }),
  logLevel: setting<LogLevel>({
    flag: '--log-level',
    variable: 'TRIPTYCH_LOG_LEVEL',
    fileKey: 'logLevel',
    option: 'logLevel',
    kind: 'text',
    placeholder: 'LEVEL',
    schema: z.enum(logLevels),
    allowed: logLevels.join(', ').replace(/, (\w+)$/, ' or $1'),
    default: 'info',
    help: 'The least important thing that is still logged.',
  }),
  bodyLimit: setting({
    flag: '--body-limit',
    variable: 'TRIPTYCH_BODY_LIMIT',
    fileKey: 'bodyLimit',
    option: 'limits.body',
    kind: 'number',
    placeholder: 'BYTES',
    // A body is held in memory as one text, and a text cannot be much longer than this.
    schema: wholeNumber(1, 268_435_456),
    allowed: 'a whole number of bytes from 1 to 268435456',
    default: 1_048_576,
    help: 'The longest JSON body that is accepted.',
  }),
  depthLimit: setting({
    flag: '--depth-limit',
    variable: 'TRIPTYCH_DEPTH_LIMIT',
    fileKey: 'depthLimit',
    option: 'limits.depth',
    kind: 'number',
    placeholder: 'LEVELS',
    schema: wholeNumber(1, 1000),
    allowed: 'a whole number from 1 to 1000',
    default: 64,
    help: 'How deep a JSON body may be nested.',
  }),
  changesLimit: setting({
    flag: '--changes-limit',
    variable: 'TRIPTYCH_CHANGES_LIMIT',
    fileKey: 'changesLimit',
    option: 'limits.changes',
    kind: 'number',
    placeholder: 'COUNT',
    schema: wholeNumber(1, 1_000_000),
    allowed: 'a whole number from 1 to 1000000',
    default: 10_000,
    help: 'The largest page of /changes.',
  }),
  uploadLimit: setting({
    flag: '--upload-limit',
    variable: 'TRIPTYCH_UPLOAD_LIMIT',
    fileKey: 'uploadLimit',
    option: 'limits.upload',
    kind: 'number',
    placeholder: 'BYTES',
    schema: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    allowed: 'a whole number of bytes from 1 to 9007199254740991',
    default: 1_099_511_627_776,
    help: 'The largest file that may be uploaded.',
  }),
  batchLimit: setting({
    flag: '--batch-limit',
    variable: 'TRIPTYCH_BATCH_LIMIT',
    fileKey: 'batchLimit',
    option: 'limits.batch',
    kind: 'number',
    placeholder: 'COUNT',
    schema: wholeNumber(1, 1_000_000),
    allowed: 'a whole number from 1 to 1000000',
    default: 10_000,
    help: 'The most changes that are accepted at once.',
  }),
  config: setting<string | null>({
    flag: '--config',
    variable: 'TRIPTYCH_CONFIG',
    fileKey: null,
    option: null,
    kind: 'text',
    placeholder: 'FILE',
    schema: Path.nullable(),
    allowed: 'the path of a JSON file',
    default: null,
    help: 'The config file; without it, triptych.config.json in the current folder when there is one.',
  }),
}

export type SettingKey = keyof typeof settings
export type Values = {
  [Key in SettingKey]: (typeof settings)[Key] extends Setting<infer T> ? T : never
}

export const settingKeys = Object.keys(settings) as SettingKey[]

function setting<T>(row: Setting<T>): Setting<T> {
  return row
}
