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

/** The options of a relay. */
export const optionsSchema = v.strictObject({
  /** The store of the mailboxes. Its opener closes it after the relay. */
  store: v.custom<MailboxStore>(
    (store) => typeof store === 'object' && store !== null && 'publish' in store,
    'Expected a store',
  ),
  /**
   * Addresses at which clients reach this relay. Their tokens have to name one of them. Absent: the
   * Host header of the request.
   */
  publicUrls: v.optional(v.pipe(v.array(publicUrl), v.minLength(1))),
  /** Known project ids. Absent: every client is admitted, also without a project. */
  projects: v.optional(v.array(label)),
  /**
   * Origins of admitted pages. Absent: all. A client that is not a page has no origin and is always
   * admitted.
   */
  origins: v.optional(v.array(origin)),
  /** Limits of a client, of an address and of all together; `false`: no limits. */
  shares: v.optional(
    v.lazy((shares) => (shares === false ? v.literal(false) : sharesSchema)),
    {},
  ),
  /**
   * Number of the operator's proxies in front of the relay; each appends the address that it saw to
   * `X-Forwarded-For`. @default 0
   */
  trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
  /**
   * Milliseconds of event loop delay from which no new client is admitted. `false`: new clients are
   * always admitted. @default 200
   */
  overload: v.optional(v.union([v.literal(false), milliseconds]), limits.overload),
  /** Milliseconds in which a client has to read its waiting bytes. @default 30000 */
  slow: v.optional(milliseconds, limits.slow),
  /** Whether clients may register webhooks for their messages. @default true */
  watch: v.optional(v.boolean(), true),
  /**
   * Hosts (`host` or `host:port`) whose webhooks may also use http and any network, and may be
   * registered from any address. @default none
   */
  watchHosts: v.optional(
    v.array(v.pipe(v.string(), v.maxLength(263), v.check(isHost, 'Expected host or host:port'))),
    [],
  ),
  /** The Ed25519 seed that signs for webhooks, as 64 hex digits. Absent: a seed from the store. */
  relayKey: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i, 'Expected 64 hex digits'))),
  /** Milliseconds without a frame from the relay before a ping. @default 25000 */
  heartbeat: v.optional(milliseconds, limits.heartbeat),
  /** Milliseconds after which an unacknowledged push is repeated. @default 30000 */
  redelivery: v.optional(milliseconds, limits.redelivery.after),
  // a function's type can't be checked at run time
  log: v.optional(v.function() as v.GenericSchema<Log>),
  /**
   * Other clocks, in milliseconds: the time of day, and a clock that never jumps, which measures
   * delay.
   */
  clock: v.optional(
    v.object({
      now: v.function() as v.GenericSchema<() => number>,
      steady: v.optional(v.function() as v.GenericSchema<() => number>),
    }),
  ), // same
})

/** Writes one line. A line contains no clients, topics or messages. */
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

/** The options of `createRelay`. */
export type RelayOptions = v.InferInput<typeof optionsSchema>
/** The options after validation, with defaults. */
export type CheckedOptions = v.InferOutput<typeof optionsSchema>

/** Checks the options. @throws OptionError which names the first wrong option */
export const parseOptions = (input: unknown): CheckedOptions => parseBy(optionsSchema, input)

function isPublicUrl(text: string): boolean {
  return /^(?:ws|http)s?:$/.test(readUrl(text)?.protocol ?? '')
}

function isOrigin(text: string): boolean {
  const url = readUrl(text)
  return url !== undefined && (url.origin === text || !/^https?:/.test(text))
}
