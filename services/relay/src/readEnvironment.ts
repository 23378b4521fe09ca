import { OptionError } from '@latchkey/server/optionError'
import { parsePort } from '@latchkey/server/parseOptions'
import type { ListenOptions } from '@latchkey/server/openPort'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { RelayOptions } from './options.ts'
import { readLimits } from './readLimits.ts'

type Environment = Readonly<Record<string, string | undefined>>
/** Which store the relay uses. The store is not open yet. */
export type StoreChoice = (
  | { kind: 'folder'; folder: string; bytes?: number }
  | { kind: 'redis'; urls: readonly string[]; cluster: boolean }
) & { shares?: ReturnType<typeof readLimits>['store'] }

/**
 * Reads the options from environment variables. README.md describes them.
 * @throws OptionError that names the variable
 */
export function readEnvironment(env: Environment): {
  store: StoreChoice
  options: Omit<RelayOptions, 'store'>
  where: ListenOptions
} {
  const list = (name: string) => readList(name, env[name])
  if (env['PUBLIC_URL'] && !env['PUBLIC_URLS'])
    throw new OptionError('PUBLIC_URL: is PUBLIC_URLS here')
  if (env['LATCHKEY_RATE_LIMIT'])
    throw new OptionError('LATCHKEY_RATE_LIMIT: is LATCHKEY_LIMITS=client.requests=… now')
  const { shares, store } = readLimits('LATCHKEY_LIMITS', env['LATCHKEY_LIMITS'])
  const given = {
    publicUrls: list('PUBLIC_URLS'),
    projects: list('LATCHKEY_PROJECTS'),
    origins: list('LATCHKEY_ORIGINS'),
    shares,
    trustProxy: parseCount('LATCHKEY_TRUST_PROXY', env['LATCHKEY_TRUST_PROXY'], 16),
    watch: parseSwitch('LATCHKEY_WATCH', env['LATCHKEY_WATCH']),
    watchHosts: list('LATCHKEY_WATCH_HOSTS'),
    relayKey: parseSeed(env['LATCHKEY_KEY']),
  }
  return {
    store: { ...chooseStore(env, list('LATCHKEY_REDIS')), ...(store && { shares: store }) },
    // options that are not set are left out; `createRelay` checks the others
    options: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    where: {
      port: parsePort(env['PORT'] || '5555'),
      host: env['HOST'] || '127.0.0.1',
      fallback: !env['PORT'],
    },
  }
}

/** The option that each variable sets. `createRelay` checks its value. */
export const variables = {
  PUBLIC_URLS: 'publicUrls',
  LATCHKEY_PROJECTS: 'projects',
  LATCHKEY_ORIGINS: 'origins',
  LATCHKEY_LIMITS: 'shares',
  LATCHKEY_TRUST_PROXY: 'trustProxy',
  LATCHKEY_WATCH: 'watch',
  LATCHKEY_WATCH_HOSTS: 'watchHosts',
  LATCHKEY_KEY: 'relayKey',
} as const

/**
 * Reads a comma-separated list; undefined if there is no text. A text without an entry, such as
 * `,`, is an error, because with an empty list the relay would admit no client.
 */
function readList(name: string, text: string | undefined): string[] | undefined {
  if (!text) return undefined
  const found = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  if (found.length === 0) throw new OptionError(`${name}: has nothing in it`)
  return found
}

/** The smallest size of the folder, in bytes, in which messages have room. */
const minStoreBytes = 16 * 1024 * 1024

function chooseStore(env: Environment, urls: string[] | undefined): StoreChoice {
  const folder = env['LATCHKEY_FOLDER']
  if (urls && folder)
    throw new OptionError('LATCHKEY_REDIS: mailboxes are either in Redis or in LATCHKEY_FOLDER')
  const bytes = parseCount(
    'LATCHKEY_STORE_BYTES',
    env['LATCHKEY_STORE_BYTES'],
    Number.MAX_SAFE_INTEGER,
  )
  if (bytes !== undefined && bytes < minStoreBytes)
    throw new OptionError(`LATCHKEY_STORE_BYTES: expected at least ${minStoreBytes}`)
  if (urls && bytes !== undefined)
    throw new OptionError(
      'LATCHKEY_STORE_BYTES: is for LATCHKEY_FOLDER; the size of Redis is its maxmemory',
    )
  if (urls && !urls.every(isRedis))
    throw new OptionError('LATCHKEY_REDIS: expected redis://… or rediss://…')
  const cluster = parseSwitch('LATCHKEY_REDIS_CLUSTER', env['LATCHKEY_REDIS_CLUSTER']) === true
  if (urls && urls.length > 1 && !cluster)
    throw new OptionError(
      'LATCHKEY_REDIS: several servers are a cluster, which LATCHKEY_REDIS_CLUSTER=1 says',
    )
  if (urls) return { kind: 'redis', urls, cluster }
  if (cluster) throw new OptionError('LATCHKEY_REDIS_CLUSTER: is for LATCHKEY_REDIS')
  if (folder) return { kind: 'folder', folder, ...(bytes !== undefined && { bytes }) }
  throw new OptionError(
    'LATCHKEY_FOLDER: has to name the folder for the mailboxes, or LATCHKEY_REDIS a server',
  )
}

const isRedis = (text: string) => /^rediss?:$/.test(readUrl(text)?.protocol ?? '')

function parseCount(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,16}$/.test(text) || Number(text) > max)
    throw new OptionError(`${name}: expected a whole number up to ${max}`)
  return Number(text)
}

function parseSwitch(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === '') return undefined
  if (text !== '0' && text !== '1') throw new OptionError(`${name}: expected 0 or 1`)
  return text === '1'
}

/**
 * Reads the seed of the relay's key. An error does not contain the invalid value, which may be a
 * secret.
 */
function parseSeed(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new OptionError('LATCHKEY_KEY: expected 64 hex digits')
  return text
}
