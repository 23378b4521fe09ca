import { readJson } from '@latchkey/protocol/border'
import type { ListenOptions } from '@latchkey/server/openPort'
import { OptionError } from '@latchkey/server/optionError'
import { parsePort } from '@latchkey/server/parseOptions'
import { keyLength } from './keys/createKeyring.ts'
import type { WalletOptions } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>
type ReadText = (path: string) => Promise<string>

/**
 * The variables that set one option each, with the option's name. `createWallet` checks their
 * values.
 */
export const variables = {
  LATCHKEY_PROJECTS: 'projects',
  LATCHKEY_NETWORKS: 'networks',
  LATCHKEY_PAYMASTERS: 'paymasters',
  LATCHKEY_OWN_PAYMASTER: 'ownPaymaster',
  LATCHKEY_PRICES_URL: 'pricesUrl',
  LATCHKEY_DATABASE: 'database',
  LATCHKEY_KEYS: 'keys',
  SMTP: 'mail.url',
  LATCHKEY_MAIL_FROM: 'mail.from',
  PUBLIC_URL: 'url',
  LATCHKEY_RECOVERY: 'recovery',
  LATCHKEY_VAULT_DELAY: 'vault.delay',
  LATCHKEY_VAULT_KEY: 'vault',
  LATCHKEY_OPERATOR: 'operator',
  LATCHKEY_SOCIALS: 'socials',
  LATCHKEY_FARCASTER: 'farcaster',
  LATCHKEY_TRUST_PROXY: 'trustProxy',
  LATCHKEY_PLACE_HEADER: 'placeHeader',
  LATCHKEY_RATE_LIMIT: 'limits.rate',
  LATCHKEY_MAIL_LIMIT: 'limits.mails',
  LATCHKEY_SOCIAL_LIMIT: 'limits.socials',
  LATCHKEY_OPERATION_LIMIT: 'limits.operations',
} as const

/**
 * Reads the options from environment variables and the files that they name; see README.md.
 * @param readText returns the text of a file
 * @throws OptionError which names the variable
 */
export async function readEnvironment(
  env: Environment,
  readText: ReadText,
): Promise<{ options: WalletOptions; where: ListenOptions }> {
  const file = (name: string) => fileIn(env, name, readText)
  const needed = (name: string) => env[name] || missing(name)
  const host = env['HOST'] || '127.0.0.1'
  if (!env['PUBLIC_URL'] && !/^(?:127\.0\.0\.1|::1|localhost)$/.test(host))
    throw new OptionError(
      'PUBLIC_URL: has to be given where the wallet can be reached from other machines',
    )
  const [projects, networks, keys, privateKey, socials, farcaster] = await Promise.all([
    env['LATCHKEY_PROJECTS'] === 'any' ? 'any' : file('LATCHKEY_PROJECTS'),
    file('LATCHKEY_NETWORKS'),
    keysIn(env, readText),
    file('LATCHKEY_VAULT_KEY'),
    file('LATCHKEY_SOCIALS'),
    file('LATCHKEY_FARCASTER'),
  ])
  // createWallet checks every option, so the contents of the files need no check here
  const options = {
    projects: projects ?? missing('LATCHKEY_PROJECTS'),
    ...(networks !== undefined && { networks }),
    ...(env['LATCHKEY_PAYMASTERS'] && { paymasters: listIn(env['LATCHKEY_PAYMASTERS']) }),
    ...(env['LATCHKEY_OWN_PAYMASTER'] && { ownPaymaster: env['LATCHKEY_OWN_PAYMASTER'] }),
    ...(env['LATCHKEY_PRICES_URL'] && { pricesUrl: env['LATCHKEY_PRICES_URL'] }),
    database: needed('LATCHKEY_DATABASE'),
    keys,
    mail: { url: needed('SMTP'), from: needed('LATCHKEY_MAIL_FROM') },
    ...(env['PUBLIC_URL'] && { url: env['PUBLIC_URL'].replace(/\/$/, '') }),
    recovery: listIn(needed('LATCHKEY_RECOVERY')),
    ...(privateKey !== undefined && {
      vault: { privateKey, delay: Number(needed('LATCHKEY_VAULT_DELAY')) * 1_000 },
    }),
    operator: needed('LATCHKEY_OPERATOR'),
    ...(socials !== undefined && { socials }),
    ...(farcaster !== undefined && { farcaster }),
    ...(env['LATCHKEY_TRUST_PROXY'] && { trustProxy: Number(env['LATCHKEY_TRUST_PROXY']) }),
    ...(env['LATCHKEY_PLACE_HEADER'] && { placeHeader: env['LATCHKEY_PLACE_HEADER'] }),
    limits: {
      ...(env['LATCHKEY_RATE_LIMIT'] && { rate: rateIn(env, 'LATCHKEY_RATE_LIMIT') }),
      ...(env['LATCHKEY_MAIL_LIMIT'] && { mails: rateIn(env, 'LATCHKEY_MAIL_LIMIT') }),
      ...(env['LATCHKEY_SOCIAL_LIMIT'] && { socials: rateIn(env, 'LATCHKEY_SOCIAL_LIMIT') }),
      ...(env['LATCHKEY_OPERATION_LIMIT'] && {
        operations: rateIn(env, 'LATCHKEY_OPERATION_LIMIT'),
      }),
    },
  } as WalletOptions
  return {
    options,
    where: { port: parsePort(env['PORT'] || '8789'), host, fallback: !env['PORT'] },
  }
}

/** Reads the options of `latchkey-wallet rotate-keys`. @throws OptionError */
export async function readRotation(
  env: Environment,
  readText: ReadText,
): Promise<{ database: string; keys: Uint8Array[] }> {
  return {
    database: env['LATCHKEY_DATABASE'] || missing('LATCHKEY_DATABASE'),
    keys: await keysIn(env, readText),
  }
}

/** The entries of a list with commas. */
const listIn = (text: string): string[] => text.split(',').map((entry) => entry.trim())

function missing(name: string): never {
  throw new OptionError(`${name}: has to be given, see README.md`)
}

function rateIn(env: Environment, name: string) {
  if (env[name] === '0') return false
  const [max, refill, everySeconds] =
    /^(\d{1,9})\/(\d{1,9})\/(\d{1,9})$/
      .exec(env[name] ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (!max || !refill || !everySeconds)
    throw new OptionError(`${name}: expected max/refill/seconds, such as 600/20/1, or 0`)
  return { max, refill, everySeconds }
}

async function keysIn(env: Environment, readText: ReadText): Promise<Uint8Array[]> {
  const path = env['LATCHKEY_KEYS'] || missing('LATCHKEY_KEYS')
  const text = await readText(path).catch((cause: unknown) => {
    throw new OptionError(`LATCHKEY_KEYS: ${path} can't be read`, { cause })
  })
  return readKeys(text, `LATCHKEY_KEYS: ${path}`)
}

/**
 * Reads keys, one a line, in base64 or hex. Lines that begin with # are remarks.
 * @param place begins the sentence about a wrong key
 * @throws OptionError which never contains a key
 */
export function readKeys(text: string, place: string): Uint8Array<ArrayBuffer>[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line, index) => {
    const key = Buffer.from(line, /^[\da-f]{64}$/i.test(line) ? 'hex' : 'base64')
    if (key.length !== keyLength)
      throw new OptionError(`${place}: key ${index + 1} has to be 32 bytes in base64 or hex`)
    return new Uint8Array(key)
  })
}

const fileLimits = { bytes: 8 * 1024 * 1024, depth: 8, values: 200_000 }

async function fileIn(env: Environment, name: string, readText: ReadText): Promise<unknown> {
  const path = env[name]
  if (!path) return undefined
  try {
    return readJson(await readText(path), fileLimits)
  } catch (cause) {
    throw new OptionError(`${name}: ${path} can't be read as JSON`, { cause })
  }
}
