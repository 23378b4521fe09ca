import * as v from 'valibot'
import type { ListenOptions } from './http/listen.ts'
import { OptionError, type ApiOptions, type Rates } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Options from environment variables and the files that they name; see README.md.
 * @param readText the text of a file
 * @throws OptionError which names the variable
 */
export async function readEnvironment(
  env: Environment,
  readText: (path: string) => Promise<string>,
): Promise<{ options: ApiOptions; where: ListenOptions }> {
  const file = (name: string) => readJson(env, name, readText)
  if (!env['LATCHKEY_CHAINS']) throw new OptionError('LATCHKEY_CHAINS: has to name a JSON file with the chains to serve')
  const [chains, wallets] = await Promise.all([file('LATCHKEY_CHAINS'), file('LATCHKEY_WALLETS')])
  const ratesFile = env['LATCHKEY_RATES']
  // createApi checks every option, so what the files hold needs no check here.
  const options = {
    chains,
    ...(wallets !== undefined && { wallets }),
    ...(env['LATCHKEY_WALLETS_URL'] && { walletsUrl: env['LATCHKEY_WALLETS_URL'] }),
    ...(env['PUBLIC_URL'] && { publicUrl: env['PUBLIC_URL'] }),
    ...(env['LATCHKEY_PROJECTS'] && { projects: env['LATCHKEY_PROJECTS'].split(',').map((id) => id.trim()) }),
    ...(env['LATCHKEY_RATE_LIMIT'] && { rateLimit: parseRateLimit(env['LATCHKEY_RATE_LIMIT']) }),
    ...(ratesFile && { rates: ratesIn(() => readText(ratesFile)) }),
    ...(env['LATCHKEY_DATABASE'] && { database: env['LATCHKEY_DATABASE'] }),
    ...((env['LATCHKEY_IPFS_GATEWAY'] || env['LATCHKEY_HTTP_GATEWAY']) && {
      nftGateways: { ...(env['LATCHKEY_IPFS_GATEWAY'] && { ipfs: env['LATCHKEY_IPFS_GATEWAY'] }), ...(env['LATCHKEY_HTTP_GATEWAY'] && { http: env['LATCHKEY_HTTP_GATEWAY'] }) },
    }),
    ...(env['LATCHKEY_ENS_OFFCHAIN'] === '1' && { ensOffchain: true }),
    trustProxy: env['LATCHKEY_TRUST_PROXY'] === '1',
  } as ApiOptions
  return { options, where: { port: parsePort(env['PORT']), host: env['HOST'] || '127.0.0.1', fallback: !env['PORT'] } }
}

async function readJson(env: Environment, name: string, readText: (path: string) => Promise<string>): Promise<unknown> {
  const path = env[name]
  if (!path) return undefined
  try {
    return JSON.parse(await readText(path))
  } catch (cause) {
    throw new OptionError(`${name}: ${path} can't be read as JSON`, { cause })
  }
}

function parsePort(text = '8787'): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new OptionError('PORT: expected a number up to 65535')
  return port
}

/** `max/refill/seconds`. */
function parseRateLimit(text: string) {
  const [max, refill, everySeconds] = text.split('/').map(Number)
  if (max === undefined || refill === undefined || everySeconds === undefined) {
    throw new OptionError('LATCHKEY_RATE_LIMIT: expected max/refill/seconds, such as 100/2/1')
  }
  return { max, refill, everySeconds }
}

const rates = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number()))

/** Reads the file at every asking, so that whoever keeps it up to date is heard at once. */
function ratesIn(read: () => Promise<string>): Rates {
  return async (currency) => v.parse(rates, await read())[currency]
}
