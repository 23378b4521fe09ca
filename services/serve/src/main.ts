/** The command line. Only this file reads the environment. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { startFailure } from '@latchkey/server/startFailure'
import { DatabaseError } from '@latchkey/server/db/database'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { StoreError } from '../../relay/src/store/mailboxStore.ts'
import { MoveError } from '../../relay/src/store/moveToRedis.ts'
import { ArchiveError } from './backup/archive.ts'
import { backup, refuseHalfRestored, restore } from './commands/backup.ts'
import { check } from './commands/check.ts'
import { ExistsError, init } from './commands/init.ts'
import { move, refuseMoved } from './commands/move.ts'
import { start } from './commands/start.ts'
import { readSettings, type Settings } from './settings/readSettings.ts'
import { SettingsError } from './settings/settingsError.ts'

const usage = `latchkey-serve ${packageJson.version}: the services of Latchkey as one program

  latchkey-serve init                 writes latchkey.json with new secrets
  latchkey-serve check                tries everything that the settings name
  latchkey-serve [start]              starts API, relay and e-mail wallet
  latchkey-serve backup ARCHIVE       writes everything that is stored in the folder, also while it runs
  latchkey-serve restore ARCHIVE      puts a backup into an empty folder
  latchkey-serve move --to FILE       moves everything to the PostgreSQL and the Redis of another file of settings

  --config FILE   the file of settings, by default latchkey.json
`
const print = (line: string) => void process.stdout.write(`${line}\n`)
const read = (file: string): Promise<Settings> =>
  readSettings(file, { env: process.env, readText: (path) => readFile(path, 'utf8') })

type Given = { config: string; to: string | undefined; rest: readonly string[] }
/**
 * Commands by name. `words`: the number of arguments that follow the command. `run` returns the
 * exit code, or undefined where the process goes on.
 */
const commands: Readonly<
  Record<string, { words: number; run: (given: Given) => Promise<number | undefined> }>
> = {
  init: {
    words: 0,
    async run({ config }) {
      for (const path of await init(config)) print(path)
      print(`\nWrite your own addresses into ${config}, then: latchkey-serve check`)
      return 0
    },
  },
  check: {
    words: 0,
    run: async ({ config }) => ((await check(await read(config), print)) ? 0 : 1),
  },
  backup: {
    words: 1,
    async run({ config, rest: [file = ''] }) {
      await backup(await read(config), file, print)
      return 0
    },
  },
  restore: {
    words: 1,
    async run({ config, rest: [file = ''] }) {
      await restore(await read(config), file, print)
      return 0
    },
  },
  move: {
    words: 0,
    async run({ config, to }) {
      if (to === undefined)
        throw new SettingsError(['--to: has to name the file of settings of after'])
      await move(await read(config), await read(to), print)
      print(
        `\nStart with --config ${to}. The folder of before stays as it is; delete it when you are sure.`,
      )
      return 0
    },
  },
  start: {
    words: 0,
    async run({ config }) {
      const settings = await read(config)
      if (settings.folder !== undefined)
        await Promise.all([refuseMoved(settings.folder), refuseHalfRestored(settings.folder)])
      const failure = await start(settings)
      if (failure === undefined) return undefined
      process.stderr.write(`${failure}\n`)
      return 1
    },
  },
}

async function run(): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      config: { type: 'string', default: 'latchkey.json' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
  const [name = 'start', ...rest] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (values.version) {
    print(packageJson.version)
    return 0
  }
  if (values.help || !command || rest.length !== command.words) {
    ;(values.help ? process.stdout : process.stderr).write(usage)
    return values.help ? 0 : 2
  }
  return command.run({ config: values.config, to: values.to, rest })
}

/** The message about a failure that an operator can correct; undefined for a defect. */
function sentenceOf(error: unknown): string | undefined {
  if (
    error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS')
  )
    return `${error.message}\n\n${usage}`
  return startFailure(error, [
    SettingsError,
    ExistsError,
    ArchiveError,
    FolderError,
    FolderInUseError,
    DatabaseError,
    MoveError,
    StoreError,
  ])
}

try {
  const code = await run()
  if (code !== undefined) process.exitCode = code
} catch (error) {
  const sentence = sentenceOf(error)
  if (sentence === undefined) throw error
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
