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
   * At least 32 random characters, the same in every process. With a list, new seals use the first
   * secret and seals of the others stay valid, to change secrets. A function is called when the
   * first request needs it: tools such as Next's run the site's modules while they build it,
   * without its secrets.
   */
  secret: Secrets | (() => Secrets)
  /**
   * The store of sessions and spent nonces.
   * @default in memory, for a single process: all servers of the origin in it share one, unless
   *   they have a `clock`
   */
  store?: SiwxStore
  /** The common beginning of its paths. @default '/siwx' */
  basePath?: string
  /** Seconds of a session. It ends earlier if the message says so. @default 7 days */
  sessionSeconds?: number
  /** Seconds for which a nonce is valid. @default 10 minutes */
  nonceSeconds?: number
  /** The maximum number of accounts in a session. @default 10 */
  accounts?: number
  /**
   * The client of a request, for rate limits and for the quotas of the store: the visitor's IP
   * address from your proxy, `(request) => request.headers.get('cf-connecting-ip')`. `address` is
   * the framework's, if it has one. IPv6 addresses count by their first 64 bits.
   * @default all requests are one client, with wider limits that all visitors share
   */
  client?: (request: Request, address: string | undefined) => string | null | undefined
  /**
   * Whether an account may sign in; false refuses it. For lists of members. It is called after a
   * key's signature was verified, but before a node verifies a contract's, so the account may not
   * be proven yet.
   */
  admits?: (
    account: Pick<SiwxAccount, 'accountId' | 'data'>,
    request: Request,
  ) => boolean | Promise<boolean>
  /** Called with errors of the server itself: its store, its nodes, missing packages. */
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
