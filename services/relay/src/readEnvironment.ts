import type { ListenOptions } from '@latchkey/server/openPort'
import { OptionError, type RelayOptions } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>
/** Where mailboxes are, before anything is opened. */
export type StoreChoice = { kind: 'folder'; folder: string } | { kind: 'redis'; urls: readonly string[]; cluster: boolean }

/**
 * Options from environment variables; see README.md.
 * @throws OptionError which names the variable
 */
export function readEnvironment(env: Environment): { store: StoreChoice; options: Omit<RelayOptions, 'store'>; where: ListenOptions } {
  const list = (name: string) => env[name]?.split(',').map((item) => item.trim()).filter(Boolean)
  const given = {
    publicUrls: list('PUBLIC_URLS'),
    projects: list('LATCHKEY_PROJECTS'),
    origins: list('LATCHKEY_ORIGINS'),
    rateLimit: parseRateLimit(env['LATCHKEY_RATE_LIMIT']),
    watch: parseSwitch('LATCHKEY_WATCH', env['LATCHKEY_WATCH']),
    watchHosts: list('LATCHKEY_WATCH_HOSTS'),
    relayKey: parseSeed(env['LATCHKEY_KEY']),
  }
  return {
    store: chooseStore(env, list('LATCHKEY_REDIS')),
    // createRelay checks every option; what is not given is left out
    options: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    where: { port: parsePort(env['PORT']), host: env['HOST'] || '127.0.0.1', fallback: !env['PORT'] },
  }
}

function chooseStore(env: Environment, urls: string[] | undefined): StoreChoice {
  const folder = env['LATCHKEY_FOLDER']
  if (urls && folder) throw new OptionError('LATCHKEY_REDIS: mailboxes are either in Redis or in LATCHKEY_FOLDER')
  if (urls) return { kind: 'redis', urls, cluster: env['LATCHKEY_REDIS_CLUSTER'] === '1' }
  if (folder) return { kind: 'folder', folder }
  throw new OptionError('LATCHKEY_FOLDER: has to name the folder for the mailboxes, or LATCHKEY_REDIS a server')
}

function parsePort(text = '5555'): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new OptionError('PORT: expected a number up to 65535')
  return port
}

function parseSwitch(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === '') return undefined
  if (text !== '0' && text !== '1') throw new OptionError(`${name}: expected 0 or 1`)
  return text === '1'
}

/** Says nothing of a wrong one, which is a secret in any case. */
function parseSeed(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new OptionError('LATCHKEY_KEY: expected 64 hex digits')
  return text
}

/** `max/refill/seconds`, or `0` for no limit. */
function parseRateLimit(text: string | undefined): RelayOptions['rateLimit'] {
  if (text === undefined || text === '') return undefined
  if (text === '0') return false
  const [max, refill, everySeconds] = text.split('/').map(Number)
  if (max === undefined || refill === undefined || everySeconds === undefined) throw new OptionError('LATCHKEY_RATE_LIMIT: expected max/refill/seconds, such as 3000/300/1')
  return { max, refill, everySeconds }
}
