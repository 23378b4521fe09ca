import { isNetworkId } from '@latchkey/protocol/caip'
import { readUrl } from '@latchkey/protocol/readUrl'
import { isSiteHost } from '@latchkey/protocol/signIn/uri'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'
import type { SiwxAccount } from './createSessions.ts'
import { SiwxError } from './SiwxError.ts'
import { isOwnComputer, originOf } from './verifySignIn.ts'
import type { SignInRules } from './verifySignIn.ts'
import type { SiwxStore } from './store/siwxStore.ts'

type Secrets = string | readonly string[]

/** The options of `createSiwxServer`. */
export type SiwxServerOptions = Omit<SignInRules, 'nonce'> & {
  /**
   * At least 32 random characters, the same in every process. To change the secret, pass a list
   * with the new secret first: seals with the other secrets stay valid. Pass a function if the
   * secret is unknown while the site is built: it is called at the first request. Tools such as
   * Next run the site's modules during the build.
   */
  secret: Secrets | (() => Secrets)
  /**
   * The store of sessions and spent nonces.
   * @default a store in memory, for a site with one process. All servers of the origin in this
   *   process share it, except servers with their own `clock`
   */
  store?: SiwxStore
  /** The path with which all paths of the server begin. @default '/siwx' */
  basePath?: string
  /** Seconds for which a session is valid, or less if the message says so. @default 7 days */
  sessionSeconds?: number
  /** Seconds for which a nonce is valid. @default 10 minutes */
  nonceSeconds?: number
  /** The maximum number of accounts in a session. @default 10 */
  accounts?: number
  /**
   * Returns the client of a request, by which rate limits and quotas of the store are counted:
   * usually the visitor's IP address as your proxy reports it, `(request) =>
   * request.headers.get('cf-connecting-ip')`. `address` is the IP address that the framework
   * reports, if any. Of an IPv6 address, only the first 64 bits count.
   * @default all visitors share wider limits
   */
  client?: (request: Request, address: string | undefined) => string | null | undefined
  /**
   * Whether an account may sign in, for example by a list of members; false refuses it. It is
   * called after a key's signature was verified, but before a node verifies a contract's signature.
   * So it may get an account that has not signed.
   */
  admits?: (
    account: Pick<SiwxAccount, 'accountId' | 'data'>,
    request: Request,
  ) => boolean | Promise<boolean>
  /** Called with errors of the server itself: of its store, its nodes, or a missing package. */
  onError?: (error: unknown) => void
}

/**
 * Checks the options of a server, and adds the defaults.
 * @throws KitError `optionInvalid`
 */
export function checkOptions(options: SiwxServerOptions) {
  const {
    domain,
    secret,
    chains,
    basePath = '/siwx',
    sessionSeconds = 7 * 86_400,
    nonceSeconds = 600,
    accounts = 10,
  } = options
  const origin = originOf(options)
  if (typeof domain !== 'string' || !isSiteHost(domain) || domain !== domain.toLowerCase())
    throw optionInvalid(
      'domain',
      'is no host of a site',
      'Pass it as the address bar shows it, "example.org" or "localhost:3000"; of other letters as punycode.',
    )
  if (readUrl(origin)?.origin !== origin || readUrl(origin)?.host !== domain)
    throw optionInvalid(
      'origin',
      'is not the origin of the domain',
      'Leave it out, or pass "https://" and the domain.',
    )
  if (origin.startsWith('http:') && !isOwnComputer(domain))
    throw optionInvalid('origin', 'is not secure', 'Use https. Only localhost does without.')
  const readSecrets = readerOf(secret)
  if (chains?.some((chain) => !isNetworkId(chain)))
    throw optionInvalid('chains', 'has what is no CAIP-2 id', 'Pass ids such as "eip155:1".')
  if (!/^(?:\/[\w.-]+)+$/.test(basePath))
    throw optionInvalid(
      'basePath',
      'is no path',
      'Pass one such as "/siwx", without a slash at its end.',
    )
  for (const [name, value] of Object.entries({ sessionSeconds, nonceSeconds, accounts }))
    if (!(Number.isFinite(value) && value >= 1))
      throw optionInvalid(name, 'is no positive number', 'Leave it out for the default.')
  return { ...options, origin, readSecrets, basePath, sessionSeconds, nonceSeconds, accounts }
}

/** @throws KitError `optionInvalid` for secrets that are passed directly */
function readerOf(secret: Secrets | (() => Secrets)): () => readonly string[] {
  if (typeof secret === 'function') return () => laterSecrets(secret)
  const secrets = checkSecrets(secret)
  return () => secrets
}

/** @throws KitError `optionInvalid` */
function checkSecrets(secret: Secrets): readonly string[] {
  const secrets: unknown = typeof secret === 'string' ? [secret] : secret
  if (
    !Array.isArray(secrets) ||
    secrets.length === 0 ||
    !secrets.every((entry) => typeof entry === 'string' && entry.length >= 32)
  )
    throw optionInvalid(
      'secret',
      'is too short',
      'Pass at least 32 characters of chance, from the environment.',
    )
  return [...secrets]
}

/** @throws SiwxError `internal` */
function laterSecrets(read: () => Secrets): readonly string[] {
  try {
    return checkSecrets(read())
  } catch (cause) {
    throw new SiwxError('internal', { details: 'secret', cause })
  }
}
