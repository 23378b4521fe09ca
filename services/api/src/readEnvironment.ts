import { OptionError } from '@latchkey/server/optionError'
import { parsePort } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import { readJson, readShape } from '@latchkey/protocol/border'
import { partsOf } from '@latchkey/protocol/isObject'
import type { ListenOptions } from '@latchkey/server/openPort'
import type { ApiOptions, Rates } from './options.ts'
import { pricesFile } from './pricesFile.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the options from environment variables, and from the files that these name. README.md
 * describes them.
 * @param readText reads a file
 * @throws OptionError that names the variable
 */
export async function readEnvironment(
  env: Environment,
  readText: (path: string) => Promise<string>,
): Promise<{ options: ApiOptions; where: ListenOptions }> {
  const file = (name: string) => readFile(env, name, readText)
  if (!env['LATCHKEY_CHAINS'])
    throw new OptionError('LATCHKEY_CHAINS: has to name a JSON file with the chains to serve')
  const [chains, wallets, swapApis, accounts] = await Promise.all([
    file('LATCHKEY_CHAINS'),
    file('LATCHKEY_WALLETS'),
    file('LATCHKEY_SWAP_APIS'),
    file('LATCHKEY_SMART_ACCOUNTS'),
  ])
  const [ratesFile, pricesPath] = [env['LATCHKEY_RATES'], env['LATCHKEY_PRICES']]
  // the contents of files are not checked here, because `createApi` checks every option
  const options = {
    chains,
    ...(wallets !== undefined && { wallets }),
    ...(swapApis !== undefined && { swapApis }),
    ...(env['LATCHKEY_WALLETS_URL'] && { walletsUrl: env['LATCHKEY_WALLETS_URL'] }),
    ...picturesIn(env),
    ...(env['PUBLIC_URL'] && { publicUrl: env['PUBLIC_URL'] }),
    ...(env['LATCHKEY_PROJECTS'] && {
      projects: env['LATCHKEY_PROJECTS'].split(',').map((id) => id.trim()),
    }),
    ...(env['LATCHKEY_RATE_LIMIT'] && { rateLimit: rateIn(env, 'LATCHKEY_RATE_LIMIT') }),
    ...(ratesFile && { rates: await ratesIn(ratesFile, readText, 'LATCHKEY_RATES') }),
    ...(pricesPath && (await pricesIn(pricesPath, readText, 'LATCHKEY_PRICES'))),
    ...(env['LATCHKEY_DATABASE'] && { database: env['LATCHKEY_DATABASE'] }),
    ...((env['LATCHKEY_IPFS_GATEWAY'] || env['LATCHKEY_HTTP_GATEWAY']) && {
      nftGateways: {
        ...(env['LATCHKEY_IPFS_GATEWAY'] && { ipfs: env['LATCHKEY_IPFS_GATEWAY'] }),
        ...(env['LATCHKEY_HTTP_GATEWAY'] && { http: env['LATCHKEY_HTTP_GATEWAY'] }),
      },
    }),
    ...(env['LATCHKEY_ENS_OFFCHAIN'] && { ensOffchain: offchainIn(env['LATCHKEY_ENS_OFFCHAIN']) }),
    ...namesIn(env),
    ...onrampIn(env),
    ...smartAccountsIn(env, accounts),
    ...(env['LATCHKEY_SESSIONS'] && { sessions: sessionsIn(env['LATCHKEY_SESSIONS']) }),
    ...(env['LATCHKEY_TRUST_PROXY'] && {
      trustProxy: numbersIn(env, 'LATCHKEY_TRUST_PROXY', 1, 'a number of proxies, such as 1')[0],
    }),
    limits: limitsIn(env),
  } as ApiOptions
  const where = {
    port: parsePort(env['PORT'] || '8787'),
    host: env['HOST'] || '127.0.0.1',
    fallback: !env['PORT'],
  }
  return { options, where }
}

/** The option that each variable sets. `createApi` checks the value. */
export const variables = {
  LATCHKEY_CHAINS: 'chains',
  LATCHKEY_WALLETS: 'wallets',
  LATCHKEY_SWAP_APIS: 'swapApis',
  LATCHKEY_WALLETS_URL: 'walletsUrl',
  LATCHKEY_WALLET_PICTURES: 'walletPictures.from',
  LATCHKEY_WALLET_PICTURE_HOSTS: 'walletPictures.hosts',
  LATCHKEY_WALLET_PICTURE_INTERNAL: 'walletPictures.internal',
  PUBLIC_URL: 'publicUrl',
  LATCHKEY_PROJECTS: 'projects',
  LATCHKEY_RATE_LIMIT: 'rateLimit',
  LATCHKEY_RATES: 'rates',
  LATCHKEY_PRICES: 'prices',
  LATCHKEY_DATABASE: 'database',
  LATCHKEY_IPFS_GATEWAY: 'nftGateways.ipfs',
  LATCHKEY_HTTP_GATEWAY: 'nftGateways.http',
  LATCHKEY_ENS_OFFCHAIN: 'ensOffchain',
  LATCHKEY_NAME_ZONES: 'names.zones',
  LATCHKEY_NAME_LEAST: 'names.least',
  LATCHKEY_NAME_WINDOW: 'names.window',
  LATCHKEY_NAME_SERVICES: 'names.services',
  LATCHKEY_NAME_SERVICE_NEEDED: 'names.isServiceNeeded',
  LATCHKEY_NAME_SIGNER: 'names.gateway',
  LATCHKEY_ONRAMP_RETURNS: 'onramp.returns.*',
  LATCHKEY_SANDBOX_URL: 'onramp.sandbox.url',
  LATCHKEY_SANDBOX_SECRET: 'onramp.sandbox.secret',
  LATCHKEY_COINBASE_APP_ID: 'onramp.coinbase.appId',
  LATCHKEY_COINBASE_URL: 'onramp.coinbase.url',
  LATCHKEY_COINBASE_API: 'onramp.coinbase.apiUrl',
  LATCHKEY_COINBASE_KEY: 'onramp.coinbase.keyId',
  LATCHKEY_COINBASE_SECRET: 'onramp.coinbase.secret',
  LATCHKEY_COINBASE_SESSION: 'onramp.coinbase.session',
  LATCHKEY_MELD_KEY: 'onramp.meld.publicKey',
  LATCHKEY_MELD_URL: 'onramp.meld.url',
  LATCHKEY_SMART_ACCOUNTS: 'smartAccounts',
  LATCHKEY_EXECUTOR_KEYS: 'smartAccounts.bundler.executors',
  LATCHKEY_SPONSOR_KEY: 'smartAccounts.paymaster.signer',
  BUNDLER_URL: 'smartAccounts.bundler.url',
  PAYMASTER_URL: 'smartAccounts.paymaster.url',
  LATCHKEY_SESSIONS: 'sessions',
  LATCHKEY_TRUST_PROXY: 'trustProxy',
  LATCHKEY_CONNECTIONS: 'limits.connections',
  LATCHKEY_REQUESTS: 'limits.requests',
  LATCHKEY_REGISTRATIONS: 'limits.registrations',
  LATCHKEY_ORDERS: 'limits.orders',
  LATCHKEY_SESSION_LIMIT: 'limits.sessions',
  LATCHKEY_ANSWER_BYTES: 'limits.answerBytes',
  LATCHKEY_LOOP_DELAY: 'limits.loopDelay',
} as const

const fileLimits = { bytes: 64 * 1024 * 1024, depth: 32, values: 5_000_000 }

async function readFile(
  env: Environment,
  name: string,
  readText: (path: string) => Promise<string>,
): Promise<unknown> {
  const path = env[name]
  if (!path) return undefined
  try {
    return readJson(await readText(path), fileLimits)
  } catch (cause) {
    throw new OptionError(`${name}: ${path} can't be read as JSON`, { cause })
  }
}

/** Reads numbers that are separated by slashes, such as `10/2/5`. */
function numbersIn(env: Environment, name: string, count: number, expected: string): number[] {
  const text = env[name] ?? ''
  const numbers = text.split('/').map(Number)
  if (!/^\d{1,12}(?:\/\d{1,12})*$/.test(text) || numbers.length !== count)
    throw new OptionError(`${name}: expected ${expected}`)
  return numbers
}

function rateIn(env: Environment, name: string) {
  if (env[name] === '0') return false
  const [max = 0, refill = 0, everySeconds = 0] = numbersIn(
    env,
    name,
    3,
    'max/refill/seconds, such as 100/2/1, or 0',
  )
  if (Math.min(max, refill, everySeconds) === 0)
    throw new OptionError(`${name}: each of its numbers has to be more than 0`)
  return { max, refill, everySeconds }
}

function sharesIn(env: Environment, name: string) {
  if (env[name] === '0') return false
  const [each = 0, all = 0] = numbersIn(
    env,
    name,
    2,
    'for one client/for all, such as 100/1000, or 0',
  )
  if (Math.min(each, all) === 0)
    throw new OptionError(`${name}: each of its numbers has to be more than 0`)
  return { each, all }
}

/** Reads `1`, `0`, or a list of hosts that may be called in addition to public ones. */
function offchainIn(text: string): NonNullable<ApiOptions['ensOffchain']> {
  if (text === '0' || text === '1') return text === '1'
  return { hosts: listIn(text) }
}

/** The options of registered names; empty if no variable sets one. */
function namesIn(env: Environment): { names?: object } {
  const number = (name: string, expected: string) => numbersIn(env, name, 1, expected)[0]
  const names = {
    ...(env['LATCHKEY_NAME_ZONES'] && { zones: zonesIn(env['LATCHKEY_NAME_ZONES']) }),
    ...(env['LATCHKEY_NAME_LEAST'] && {
      least: number('LATCHKEY_NAME_LEAST', 'a number of characters, such as 4'),
    }),
    ...(env['LATCHKEY_NAME_WINDOW'] && {
      window: number('LATCHKEY_NAME_WINDOW', 'a number of seconds, such as 300'),
    }),
    ...(env['LATCHKEY_NAME_SERVICES'] && { services: listIn(env['LATCHKEY_NAME_SERVICES']) }),
    ...(env['LATCHKEY_NAME_SERVICE_NEEDED'] && {
      isServiceNeeded: number('LATCHKEY_NAME_SERVICE_NEEDED', '1 or 0') === 1,
    }),
    ...(env['LATCHKEY_NAME_SIGNER'] && { gateway: { signer: env['LATCHKEY_NAME_SIGNER'] } }),
  }
  return Object.keys(names).length > 0 ? { names } : {}
}

const limitsIn = (env: Environment) => ({
  ...(env['LATCHKEY_CONNECTIONS'] && { connections: sharesIn(env, 'LATCHKEY_CONNECTIONS') }),
  ...(env['LATCHKEY_REQUESTS'] && { requests: sharesIn(env, 'LATCHKEY_REQUESTS') }),
  ...(env['LATCHKEY_REGISTRATIONS'] && { registrations: rateIn(env, 'LATCHKEY_REGISTRATIONS') }),
  ...(env['LATCHKEY_ORDERS'] && { orders: rateIn(env, 'LATCHKEY_ORDERS') }),
  ...(env['LATCHKEY_SESSION_LIMIT'] && { sessions: rateIn(env, 'LATCHKEY_SESSION_LIMIT') }),
  ...(env['LATCHKEY_ANSWER_BYTES'] && { answerBytes: sharesIn(env, 'LATCHKEY_ANSWER_BYTES') }),
  ...(env['LATCHKEY_LOOP_DELAY'] && {
    loopDelay: numbersIn(env, 'LATCHKEY_LOOP_DELAY', 1, 'milliseconds, or 0')[0] || false,
  }),
})

/** Splits a comma-separated list. */
const listIn = (text: string) => text.split(',').map((part) => part.trim())

/**
 * The options of wallet pictures.
 * @throws OptionError
 */
function picturesIn(env: Environment): { walletPictures?: object } {
  const [from, hosts, internal] = [
    env['LATCHKEY_WALLET_PICTURES'],
    env['LATCHKEY_WALLET_PICTURE_HOSTS'],
    env['LATCHKEY_WALLET_PICTURE_INTERNAL'],
  ]
  // without a URL, further hosts would have no effect
  if (!from && (hosts || internal))
    throw new OptionError(
      'LATCHKEY_WALLET_PICTURES: has to say where the pictures are, as further hosts are named',
    )
  return from
    ? {
        walletPictures: {
          from: listIn(from),
          ...(hosts && { hosts: listIn(hosts) }),
          ...(internal && { internal: listIn(internal) }),
        },
      }
    : {}
}

/**
 * The options of smart accounts. The file has everything but the keys, which have variables of
 * their own, so that it is no secret.
 * @param file the value of `LATCHKEY_SMART_ACCOUNTS`
 */
function smartAccountsIn(env: Environment, file: unknown): { smartAccounts?: object } {
  const [executors, signer] = [env['LATCHKEY_EXECUTOR_KEYS'], env['LATCHKEY_SPONSOR_KEY']]
  const [bundlerUrl, paymasterUrl] = [env['BUNDLER_URL'], env['PAYMASTER_URL']]
  const given = partsOf(file)
  const bundler = {
    ...partsOf(given['bundler']),
    ...(executors && { executors: listIn(executors) }),
    ...(bundlerUrl && { url: bundlerUrl }),
  }
  const paymaster = {
    ...partsOf(given['paymaster']),
    ...(signer && { signer }),
    ...(paymasterUrl && { url: paymasterUrl }),
  }
  const smartAccounts = {
    ...given,
    ...(Object.keys(bundler).length > 0 && { bundler }),
    ...(Object.keys(paymaster).length > 0 && { paymaster }),
  }
  return Object.keys(smartAccounts).length > 0 ? { smartAccounts } : {}
}

/** The networks with sessions; `0`: none. */
const sessionsIn = (text: string) => (text === '0' ? false : { networks: listIn(text) })

/**
 * For each prefix of variables: the variable that turns the provider on. Without it, the others
 * would have no effect.
 */
const sellerKeys = {
  LATCHKEY_SANDBOX_: 'LATCHKEY_SANDBOX_URL',
  LATCHKEY_COINBASE_: 'LATCHKEY_COINBASE_APP_ID',
  LATCHKEY_MELD_: 'LATCHKEY_MELD_KEY',
} as const

/**
 * The options of the providers that are turned on. `createApi` checks the values.
 * @throws OptionError when variables of a provider are set that is not turned on
 */
function onrampIn(env: Environment): { onramp?: object } {
  for (const [prefix, key] of Object.entries(sellerKeys)) {
    const idle = env[key]
      ? undefined
      : Object.keys(env).find((name) => name.startsWith(prefix) && env[name])
    if (idle) throw new OptionError(`${key}: has to be given, as ${idle} is`)
  }
  const url = env['LATCHKEY_SANDBOX_URL']
  const sandbox = url && { url, secret: env['LATCHKEY_SANDBOX_SECRET'] }
  const [appId, publicKey] = [env['LATCHKEY_COINBASE_APP_ID'], env['LATCHKEY_MELD_KEY']]
  const coinbase = appId && {
    appId,
    ...(env['LATCHKEY_COINBASE_URL'] && { url: env['LATCHKEY_COINBASE_URL'] }),
    ...(env['LATCHKEY_COINBASE_API'] && { apiUrl: env['LATCHKEY_COINBASE_API'] }),
    ...(env['LATCHKEY_COINBASE_KEY'] && { keyId: env['LATCHKEY_COINBASE_KEY'] }),
    ...(env['LATCHKEY_COINBASE_SECRET'] && { secret: env['LATCHKEY_COINBASE_SECRET'] }),
    ...(env['LATCHKEY_COINBASE_SESSION'] && { session: env['LATCHKEY_COINBASE_SESSION'] === '1' }),
  }
  const meld = publicKey && {
    publicKey,
    ...(env['LATCHKEY_MELD_URL'] && { url: env['LATCHKEY_MELD_URL'] }),
  }
  const returns = env['LATCHKEY_ONRAMP_RETURNS'] && { '*': listIn(env['LATCHKEY_ONRAMP_RETURNS']) }
  return sandbox || coinbase || meld
    ? {
        onramp: {
          ...(returns && { returns }),
          ...(sandbox && { sandbox }),
          ...(coinbase && { coinbase }),
          ...(meld && { meld }),
        },
      }
    : {}
}

/** Splits a comma-separated list of zones; `0` means the empty list. */
const zonesIn = (text: string) => (text === '0' ? [] : listIn(text))

const rates = v.record(v.string(), v.pipe(v.number(), v.finite(), v.gtValue(0)))
const readRates = (text: string) =>
  readShape(rates, readJson(text, { bytes: 64 * 1024, depth: 1, values: 1_000 }))

/**
 * Makes the function that reads rates from a file. It reads the file at each call, so that changes
 * apply at once.
 * @param name the setting, for messages about an invalid file
 * @throws OptionError when the file cannot be read now
 */
export async function ratesIn(
  path: string,
  readText: (path: string) => Promise<string>,
  name: string,
): Promise<Rates> {
  const read = async () => readRates(await readText(path))
  await read().catch((cause: unknown) => {
    throw new OptionError(`${name}: ${path} can't be read as a JSON object of numbers`, { cause })
  })
  return async (currency) => (await read())[currency]
}

/**
 * Makes the functions that read prices from a file. The file is read again every few seconds.
 * @param name the setting, for messages about an invalid file
 * @throws OptionError when the file cannot be read now
 */
export async function pricesIn(
  path: string,
  readText: (path: string) => Promise<string>,
  name: string,
): Promise<Pick<ApiOptions, 'prices' | 'pricesAt'>> {
  const read = pricesFile(() => readText(path), Date.now)
  await read.prices('', new AbortController().signal).catch((cause: unknown) => {
    throw new OptionError(`${name}: ${path} can't be read as a JSON object of prices`, { cause })
  })
  return read
}
