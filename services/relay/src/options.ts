import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import { isHost } from '@latchkey/server/isHost'
import * as v from 'valibot'
import { readUrl } from '@latchkey/protocol/readUrl'
import { limits } from './limits.ts'
import { sharesSchema } from './shares.ts'
import type { MailboxStore } from './store/mailboxStore.ts'

const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const publicUrl = v.pipe(v.string(), v.check(isPublicUrl, 'Expected a ws, wss, http or https URL'))
const origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'Expected an origin such as https://example.org'),
)
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(1))

/** The schema of a relay's options. */
export const optionsSchema = v.strictObject({
  /** The store of the mailboxes. Whoever opened the store closes it after the relay. */
  store: v.custom<MailboxStore>(
    (store) => typeof store === 'object' && store !== null && 'publish' in store,
    'Expected a store',
  ),
  /**
   * Addresses at which clients reach this relay. A client's token has to name one of them. @default
   * the host of the request's Host header
   */
  publicUrls: v.optional(v.pipe(v.array(publicUrl), v.minLength(1))),
  /**
   * Project ids whose clients are admitted. @default every client is admitted, even without a
   * project
   */
  projects: v.optional(v.array(label)),
  /**
   * Origins of pages that are admitted. A client that is not a web page sends no origin, and is
   * always admitted. @default all origins
   */
  origins: v.optional(v.array(origin)),
  /** Limits for a client, for an address, and for all clients together. `false`: no limits. */
  shares: v.optional(
    v.lazy((shares) => (shares === false ? v.literal(false) : sharesSchema)),
    {},
  ),
  /**
   * Number of the operator's proxies in front of the relay. Each proxy appends the address that it
   * saw to `X-Forwarded-For`. @default 0
   */
  trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
  /**
   * Milliseconds. If the event loop is delayed by more than this twice in a row, new clients are
   * refused for a second. `false`: new clients are never refused for this reason. @default 200
   */
  overload: v.optional(v.union([v.literal(false), milliseconds]), limits.overload),
  /** Milliseconds within which a client has to read its waiting bytes. @default 30000 */
  slow: v.optional(milliseconds, limits.slow),
  /** Whether clients may register webhooks for their messages. @default true */
  watch: v.optional(v.boolean(), true),
  /**
   * Hosts (`host` or `host:port`) of webhooks that the operator trusts. Their URLs may use http,
   * any port, and addresses of the operator's own network. @default none
   */
  watchHosts: v.optional(
    v.array(v.pipe(v.string(), v.maxLength(263), v.check(isHost, 'Expected host or host:port'))),
    [],
  ),
  /**
   * The Ed25519 seed that signs calls of webhooks, as 64 hex digits. @default a random seed that
   * the store keeps
   */
  relayKey: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i, 'Expected 64 hex digits'))),
  /** Milliseconds without a frame after which the relay sends a ping. @default 25000 */
  heartbeat: v.optional(milliseconds, limits.heartbeat),
  /** Milliseconds after which an unacknowledged push is repeated. @default 30000 */
  redelivery: v.optional(milliseconds, limits.redelivery.after),
  // only the program's own code sets these functions, and a schema cannot check a function's type
  log: v.optional(v.function() as v.GenericSchema<Log>),
  /**
   * Replaces the clocks, in milliseconds. `now`: the time of day. `steady`: a monotonic clock that
   * measures the delay of the event loop.
   */
  clock: v.optional(
    v.object({
      now: v.function() as v.GenericSchema<() => number>,
      steady: v.optional(v.function() as v.GenericSchema<() => number>),
    }),
  ),
})

/** Writes a line of the log. A line contains no clients, topics or messages. */
export type Log = (line: LogLine) => void
export type LogLine = {
  time: string
  level: 'info' | 'warn' | 'error'
  event: string
  reason?: string
  error?: string
  seconds?: number
  requests?: number
  sockets?: number
}

/** Writes a line of the log, with its time. `more`: without personal data. */
export type WriteLog = (
  level: LogLine['level'],
  event: string,
  more?: Omit<LogLine, 'time' | 'level' | 'event'>,
) => void

/** The options of `createRelay`. */
export type RelayOptions = v.InferInput<typeof optionsSchema>
/** The options after validation, with defaults. */
export type CheckedOptions = v.InferOutput<typeof optionsSchema>

/** Checks the options. @throws OptionError that names the first wrong option */
export const parseOptions = (input: unknown): CheckedOptions => parseBy(optionsSchema, input)

function isPublicUrl(text: string): boolean {
  return /^(?:ws|http)s?:$/.test(readUrl(text)?.protocol ?? '')
}

function isOrigin(text: string): boolean {
  const url = readUrl(text)
  return url !== undefined && (url.origin === text || !/^https?:/.test(text))
}
