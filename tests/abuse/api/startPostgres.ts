import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { wait } from '@latchkey/server/waiting'
import { findPostgres, postgresHowTo } from '../../../scripts/postgres.mjs'
import { freePort } from '../freePort.ts'

/**
 * A PostgreSQL that stores its data durably. A scene can suspend or kill it. It ends with this
 * process.
 */
export type BreakablePostgres = {
  url: string
  /** Suspends all its processes, until `resume`. */
  hang: () => void
  resume: () => void
  /** Kills all its processes; it starts again with its stored data. */
  kill: () => Promise<void>
  restart: () => Promise<void>
}

const endWithParent = fileURLToPath(
  new URL('../../../devnet/src/endWithParent.mjs', import.meta.url),
)
const run = promisify(execFile)
/** Time limit of a start, in milliseconds. */
const startLimit = 20_000

export async function startBreakablePostgres(): Promise<BreakablePostgres> {
  const programs = findPostgres()
  if (!programs) throw new Error(`There is no PostgreSQL. ${postgresHowTo}`)
  const [port, folder] = [
    await freePort(),
    await mkdtemp(join(tmpdir(), 'latchkey-abuse-postgres-')),
  ]
  const as = await otherUser(folder)
  await createDatabase(join(programs, 'initdb'), folder, as)
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(
      process.execPath,
      [endWithParent, ...as, join(programs ?? '', 'postgres'), '-D', folder, ...settingsOf(port)],
      { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] },
    )
    for (const until = Date.now() + startLimit; !(await answers(port)); await wait(50))
      if (Date.now() > until || child.exitCode !== null)
        throw new Error('PostgreSQL did not start.')
  }

  const signal = (name: NodeJS.Signals) =>
    processesOf(folder).forEach((pid) => process.kill(pid, name))

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async kill() {
      const ended = child && once(child, 'exit')
      signal('SIGKILL')
      await ended
    },
    restart: start,
  }
}

async function createDatabase(
  initdb: string,
  folder: string,
  as: readonly string[],
): Promise<void> {
  const flags = ['-D', folder, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8']
  const [first = '', ...rest] = [...as, initdb, ...flags, '--locale=C']
  await run(first, rest, { cwd: '/' })
}

const settingsOf = (port: number): readonly string[] =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=64MB',
  ].flatMap((setting) => ['-c', setting])

/** The main process of PostgreSQL and its children, one for each connection. */
function processesOf(folder: string): readonly number[] {
  const first = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  return [
    first,
    ...readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  ]
}

/**
 * Returns a command prefix that runs the command as the user `postgres`, because PostgreSQL refuses
 * to run as root. The folder becomes that user's. Empty when this process is not root.
 */
async function otherUser(folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return []
  const [user, group] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  await chown(folder, user ?? 0, group ?? 0)
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups']
}

/**
 * The first message of a client: protocol 3.0, user `postgres`. Source: PostgreSQL, message
 * formats, StartupMessage.
 */
const startup = Buffer.concat([
  Buffer.from([0, 0, 0, 23, 0, 3, 0, 0]),
  Buffer.from('user\0postgres\0\0'),
])

/**
 * Whether PostgreSQL accepts clients. If so, its answer begins with `R`; while it starts, with `E`.
 */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => socket.write(startup))
    socket.once('data', (data: Buffer) => end(data.toString('latin1').startsWith('R')))
    socket.once('error', () => end(false)).setTimeout(1_000, () => end(false))
  })
}
