import { execFile, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '../../../../devnet/src/ports.ts'
import { Pool } from 'pg'
import { findPostgres, postgresHowTo } from '../../../../scripts/postgres.mjs'
import { root } from '../../../../scripts/root.mjs'

/** A PostgreSQL that a test has started. It ends with `stop`, or with this process. */
export type TestPostgres = {
  /** Creates a new empty database. @returns its URL */
  create: () => Promise<string>
  /** Ends all connections, as a restart of the server does. */
  cutConnections: () => Promise<void>
  stop: () => Promise<void>
}

const endWithParent = fileURLToPath(
  new URL('../../../../devnet/src/endWithParent.mjs', import.meta.url),
)
const run = promisify(execFile)

/**
 * Starts a real PostgreSQL that stores nothing durably. If another program takes the chosen port
 * meanwhile, it tries another port.
 * @throws if PostgreSQL is not installed; if it does not start, with PostgreSQL's own output
 */
export async function startTestPostgres(tries = 3): Promise<TestPostgres> {
  const programs = findPostgres()
  if (!programs) throw new Error(`There is no PostgreSQL. ${postgresHowTo}`)
  const [port = 0] = await freePorts(1)
  const owner = await otherUser()
  const as = owner
    ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
    : []
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'))
  await run('cp', ['-a', `${await emptyFolder(programs, as, owner)}/.`, folder])
  const child = spawn(
    process.execPath,
    [endWithParent, ...as, join(programs, 'postgres'), '-D', folder, ...settingsOf(port)],
    { cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (output = (output + text).slice(-2_000)))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const admin = new Pool({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    max: 1,
  })
  admin.on('error', () => {}) // an error is ignored: the next query opens another connection
  const stop = async () => {
    await admin.end()
    child.stdin.end()
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answering(admin, gone, () => output.includes('ready to accept connections'))
  } catch (error) {
    await stop()
    if (tries > 1 && output.includes('could not bind')) return startTestPostgres(tries - 1)
    throw new Error(`PostgreSQL did not start: ${output}`, { cause: error })
  }
  let databases = 0
  return {
    async create() {
      const name = `test${++databases}`
      await admin.query(`create database ${name}`)
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    cutConnections: async () =>
      void (await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      )),
    stop,
  }
}

/** The settings: it listens only for this machine, and uses little memory. */
const settingsOf = (port: number) =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'shared_buffers=64MB',
  ].flatMap((setting) => ['-c', setting])

/** The flags make the pieces of the log small, because each test copies them. */
const initFlags = [
  '-U',
  'postgres',
  '-A',
  'trust',
  '--no-sync',
  '-E',
  'UTF8',
  '--locale=C',
  '--wal-segsize=1',
]

/**
 * Returns the folder of a new PostgreSQL, which tests copy. It is made once for each version and
 * user, because making it takes ten times as long as copying it.
 */
async function emptyFolder(
  programs: string,
  as: readonly string[],
  owner: Owner | undefined,
): Promise<string> {
  const version = (await run(join(programs, 'initdb'), ['--version'])).stdout
  const folder = join(
    root,
    'node_modules/.latchkey/postgres',
    createHash('sha256')
      .update(JSON.stringify([version, initFlags, owner]))
      .digest('hex')
      .slice(0, 16),
  )
  if (existsSync(folder)) return folder
  const made = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'))
  const part = `${folder}.${randomUUID()}`
  try {
    if (owner) await chown(made, owner.uid, owner.gid)
    await chmod(made, 0o700)
    const [init = '', ...flags] = [...as, join(programs, 'initdb'), '-D', made, ...initFlags]
    await run(init, flags, { cwd: '/' })
    await mkdir(dirname(folder), { recursive: true })
    await run('cp', ['-a', made, part])
    await rename(part, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error // or else another process was faster
    })
    return folder
  } finally {
    await Promise.all([made, part].map((path) => rm(path, { recursive: true, force: true })))
  }
}

type Owner = { uid: number; gid: number }

/**
 * Returns the user that Debian has created for PostgreSQL, because PostgreSQL refuses to run as
 * root.
 */
async function otherUser(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const ask = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await ask('-u'), gid: await ask('-g') }
}

/**
 * Waits until the server says that it is ready; a mere answer at the port may come from another
 * server.
 */
async function answering(admin: Pool, gone: Promise<void>, isReady: () => boolean): Promise<void> {
  let isGone = false
  gone.then(
    () => (isGone = true),
    () => (isGone = true),
  )
  for (;;) {
    const failure = isReady()
      ? await admin.query('select 1').then(
          () => undefined,
          (error: unknown) => error,
        )
      : 'not ready'
    if (failure === undefined) return
    if (isGone) throw new Error('It has ended', { cause: failure })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
