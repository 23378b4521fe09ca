import { readUrl } from '@latchkey/protocol/readUrl'
import { databaseKind } from '@latchkey/server/db/databaseKind'
import * as v from 'valibot'
import { optionsSchema as apiOptions } from '../../../api/src/options.ts'
import { optionsSchema as relayOptions } from '../../../relay/src/options.ts'
import { settable } from '../../../relay/src/readLimits.ts'
import { isMailServer } from '../../../wallet/src/server/mail/isMailServer.ts'
import { optionsSchema as sandboxOptions } from '../../../sandbox/src/options.ts'
import { optionsSchema as walletOptions } from '../../../wallet/src/server/options.ts'

/** Whether a host name is this machine's. Such hosts need no https. */
export const isThisMachine = (hostname: string): boolean =>
  /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/* @__NO_SIDE_EFFECTS__ */
function whole(min: number, max: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
}
const port = whole(0, 65_535)
const path = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_024))

/** An origin as browsers write it. It has https, or the host is this machine. */
const origin = v.pipe(
  v.string(),
  v.check((text) => {
    const url = readUrl(text)
    return (
      url !== undefined &&
      url.origin === text &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname)))
    )
  }, 'Expected an origin such as https://latchkey.example.org, without a slash at its end'),
)

const redis = v.pipe(
  v.string(),
  v.check(
    (text) => /^rediss?:$/.test(readUrl(text)?.protocol ?? ''),
    'Expected redis://… or rediss://…',
  ),
)
const servers = v.strictObject({
  postgres: v.pipe(
    v.string(),
    v.check((text) => databaseKind(text) === 'postgres', 'Expected postgres://…'),
  ),
  redis: v.lazy((given) => (Array.isArray(given) ? v.pipe(v.array(redis), v.minLength(1)) : redis)),
  /** Whether the addresses of `redis` belong to one Redis cluster. */
  cluster: v.optional(v.boolean(), false),
})
const folder = v.pipe(
  path,
  v.check(
    (text) => databaseKind(text) === 'folder',
    'Expected the path of a folder, or an object with postgres and redis',
  ),
)

const { projects } = walletOptions.entries
/**
 * The names of the relay's limits, such as `client.requests`. The value `false` turns a limit off.
 */
const limitNames = Object.entries(settable).flatMap(([party, names]) =>
  Object.keys(names).map((limit) => `${party}.${limit}`),
)
const limits = v.lazy((given) =>
  given === false
    ? v.literal(false)
    : v.strictObject(
        Object.fromEntries(limitNames.map((name) => [name, v.optional(whole(1, 1e15 - 1))])),
      ),
)

const api = v.strictObject({
  ...v.omit(apiOptions, [
    'database',
    'publicUrl',
    'trustProxy',
    'rates',
    'prices',
    'pricesAt',
    'log',
    'clock',
    'fetch',
  ]).entries,
  /**
   * Paths of files that the operator's own jobs update. `ratesFile`: units of each currency for one
   * US dollar. `pricesFile`: the price of each coin in US dollars.
   */
  ratesFile: v.optional(path),
  pricesFile: v.optional(path),
})

/** The default port of the sandbox. */
export const sandboxPort = 8790

/** The sandbox, a test seller of tokens. It sells on the chains of `api`. */
const sandbox = v.strictObject({
  ...v.pick(sandboxOptions, ['networks', 'treasury', 'symbols', 'publicUrl', 'confirmations'])
    .entries,
  /** The port on which the sandbox listens, at the `host` of the settings. */
  port: v.optional(whole(1, 65_535), sandboxPort),
})

const relay = v.strictObject({
  ...v.omit(relayOptions, ['store', 'publicUrls', 'trustProxy', 'shares', 'log', 'clock']).entries,
  limits: v.optional(limits),
  /** The maximum size of the relay's folder in bytes. */
  storeBytes: v.optional(whole(16 * 1024 * 1024, Number.MAX_SAFE_INTEGER)),
})

const wallet = v.strictObject({
  ...v.omit(walletOptions, ['database', 'trustProxy', 'log', 'now']).entries,
  /** The origin of the e-mail wallet. Its host has to differ from the host of `url`. */
  url: origin,
  projects: v.optional(projects),
  /**
   * Keys of 32 bytes in base64 or hex, as a list, or as a text with one key a line. The first key
   * encrypts, all keys decrypt.
   */
  keys: v.lazy((given) =>
    Array.isArray(given)
      ? v.pipe(v.array(v.string()), v.minLength(1))
      : v.pipe(v.string(), v.nonEmpty()),
  ),
  mail: v.strictObject({
    url: v.pipe(
      v.string(),
      v.check(isMailServer, 'Expected smtp://… or smtps://…, with signs such as @ and % encoded'),
    ),
    from: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  }),
})

/**
 * The schema of the file of settings. The sections contain the options of each service under the
 * service's own names. Each service checks the values of its section again.
 */
export const schema = v.strictObject({
  /** The origin under which browsers reach API and relay. */
  url: origin,
  /** The address on which this program listens. */
  host: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)), '127.0.0.1'),
  port: v.optional(port, 8080),
  /**
   * The number of proxies in front of this program. Each appends an address to `X-Forwarded-For`.
   */
  trustProxy: v.optional(whole(0, 16), 0),
  /** The store: a folder that only this program uses, or servers that several programs share. */
  store: v.lazy((given) => (typeof given === 'object' && given !== null ? servers : folder)),
  /** The sites that may use the services, by project id. `any`: every site, for development. */
  projects: v.optional(projects, 'any'),
  /** The password for `/metrics` and `/status` when operators read them from other machines. */
  token: v.optional(
    v.pipe(
      v.string(),
      v.minLength(32, 'Expected at least 32 characters'),
      v.maxLength(512),
      v.regex(/^[\x21-\x7e]+$/, 'Expected letters, digits and signs, without spaces'),
    ),
  ),
  /**
   * Milliseconds of the two phases before the end. `delay`: from "not ready" until new connections
   * are refused, for a load balancer that polls `/ready`. `limit`: until running requests are cut
   * off.
   */
  drain: v.optional(
    v.strictObject({
      delay: v.optional(whole(0, 600_000), 0),
      limit: v.optional(whole(0, 600_000), 5_000),
    }),
    {},
  ),
  /**
   * Maximum of concurrent connections: `each` for one address, `all` in total. Behind a proxy only
   * `all` applies.
   */
  connections: v.optional(
    v.pipe(
      v.strictObject({ each: whole(1, 1e9), all: whole(1, 1e9) }),
      v.check(({ each, all }) => each <= all, 'Expected no more for one address than for all'),
    ),
    { each: 8_000, all: 60_000 },
  ),
  api: v.optional(api),
  relay: v.optional(relay),
  wallet: v.optional(wallet),
  sandbox: v.optional(sandbox),
})

/**
 * The settings after the check, with defaults. The sections are unchanged, because each service
 * checks its own section.
 */
export type Checked = Omit<
  v.InferOutput<typeof schema>,
  'api' | 'relay' | 'wallet' | 'sandbox' | 'projects'
> & {
  projects: v.InferInput<typeof projects>
  api?: v.InferInput<typeof api> | undefined
  relay?: v.InferInput<typeof relay> | undefined
  wallet?: v.InferInput<typeof wallet> | undefined
  sandbox?: v.InferInput<typeof sandbox> | undefined
}
