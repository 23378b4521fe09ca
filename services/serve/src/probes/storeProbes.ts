import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '@latchkey/server/causesOf'
import { TimeLimitError } from '@latchkey/server/waiting'
import { Client } from 'pg'
import type { Settings } from '../settings/readSettings.ts'
import type { Finding, Probe } from './probe.ts'

const gigabyte = 1024 ** 3
/** Free bytes below which the probe warns, or fails. The databases stop writing at 64 MiB. */
const room = { warning: 2 * gigabyte, failed: gigabyte / 4 }
/** Milliseconds to connect. */
const connectLimit = 5_000

/** Probes of the store: the folder and its disk, or PostgreSQL and Redis. */
export function storeProbes({ checked: { store }, folder }: Settings): Probe[] {
  if (folder !== undefined)
    return [{ part: 'serve', name: 'Folder', run: () => probeFolder(folder) }]
  if (typeof store === 'string') return []
  return [
    { part: 'serve', name: 'PostgreSQL', run: () => probePostgres(store.postgres) },
    ...[store.redis].flat().map(
      (url, index, all): Probe => ({
        part: 'relay',
        name: all.length > 1 ? `Redis ${index + 1}` : 'Redis',
        run: (signal) => probeRedis(url, signal),
      }),
    ),
  ]
}

/** The folder, or its nearest parent folder that exists. */
async function existing(folder: string): Promise<string> {
  try {
    await access(folder)
    return folder
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    return existing(dirname(folder))
  }
}

async function probeFolder(folder: string): Promise<Finding> {
  const there = await existing(folder)
  try {
    await access(there, constants.W_OK | constants.X_OK)
  } catch (error) {
    return {
      state: 'failed',
      said: `${there} cannot be written (${codeOf(error) ?? 'unknown'})`,
      advice: 'Give the folder to the user of this process, or name another one in store',
    }
  }
  const { bavail, bsize, blocks } = await statfs(there)
  const [free, all] = [bavail * bsize, blocks * bsize]
  const said = `${folder}: ${sizeOf(free)} of ${sizeOf(all)} free`
  if (free > room.warning) return { state: 'ok', said }
  return {
    state: free > room.failed ? 'warning' : 'failed',
    said,
    advice: 'Make room on this disk: below 64 MiB nothing is stored any more',
  }
}

/** Bytes as a readable text. */
export const sizeOf = (bytes: number): string =>
  bytes >= gigabyte
    ? `${(bytes / gigabyte).toFixed(1)} GiB`
    : `${(bytes / 1024 ** 2).toFixed(0)} MiB`

/** Messages of the client's errors when `connectLimit` is over. These errors have no code. */
const overInPostgres = ['timeout expired', 'Query read timeout']

async function probePostgres(url: string): Promise<Finding> {
  const client = new Client({
    connectionString: /[?&]sslmode=/.test(url) ? `${url}&uselibpqcompat=true` : url,
    connectionTimeoutMillis: connectLimit,
    query_timeout: connectLimit,
  })
  // without a listener the error would end the process
  client.on('error', () => {})
  try {
    await client.connect()
    const {
      rows: [row],
    } = await client.query<{ version: string; number: string; may: boolean }>(
      "select current_setting('server_version') as version, current_setting('server_version_num') as number, has_schema_privilege(current_schema(), 'create') as may",
    )
    if (Number(row?.number) < 150_000)
      return {
        state: 'failed',
        said: `version ${row?.version}`,
        advice: 'PostgreSQL 15 or newer is needed',
      }
    if (row?.may !== true)
      return {
        state: 'failed',
        said: 'the user may not create tables',
        advice: 'GRANT CREATE ON SCHEMA public TO the user, or make it the owner of the database',
      }
    return { state: 'ok', said: `version ${row.version}` }
  } catch (error) {
    throw error instanceof Error && overInPostgres.includes(error.message)
      ? new TimeLimitError(error.message, { cause: error })
      : error
  } finally {
    await client.end().catch(() => {}) // `end` rejects when the connection was never open
  }
}

async function probeRedis(url: string, signal: AbortSignal): Promise<Finding> {
  // imported here: a program that stores data in a folder does not need it
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    socket: { connectTimeout: connectLimit, reconnectStrategy: false },
  })
  // without a listener the error would end the process
  client.on('error', () => {})
  // without this, a server that accepts the connection and never answers would block the check
  const leave = () => {
    if (client.isOpen) client.destroy()
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    await client.connect()
    const info = await client.info()
    const of = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
    const said = `version ${of('redis_version')}`
    if (Number.parseInt(of('redis_version'), 10) < 7)
      return { state: 'failed', said, advice: 'Redis 7 or newer is needed' }
    if (of('maxmemory_policy') !== 'noeviction')
      return {
        state: 'warning',
        said: `${said}, maxmemory-policy ${of('maxmemory_policy')}`,
        advice:
          'Set maxmemory-policy noeviction: another one deletes messages that nobody has read',
      }
    if (of('aof_enabled') !== '1')
      return {
        state: 'warning',
        said: `${said}, without an append-only file`,
        advice: 'Set appendonly yes: otherwise a crash of Redis loses the last messages',
      }
    return { state: 'ok', said }
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}
