import * as v from 'valibot'

const mebibyte = 1024 * 1024

/**
 * The default limits for clients. A client is an IPv4 address or an IPv6 /64. `each`: for one
 * client; `all`: for all together. README.md explains them.
 */
export const limitDefaults = {
  /**
   * The rate limit. `http/costOf.ts` has the costs of requests. A visit costs about 100, so a
   * thousand visitors with the same address may arrive at once.
   */
  rate: { max: 120_000, refill: 600, everySeconds: 1 },
  /** Open connections. A browser opens up to six. Behind a proxy only `all` applies. */
  connections: { each: 8_000, all: 10_000 },
  /**
   * Running requests that wait for nodes or the database. Pictures and lists may have a quarter of
   * `all` in addition.
   */
  requests: { each: 4_000, all: 6_000 },
  /** Names that one client may register. Each is stored permanently. */
  registrations: { max: 200, refill: 1, everySeconds: 30 },
  /** Purchases that one client may start. An unpaid purchase is stored for a month. */
  orders: { max: 60, refill: 1, everySeconds: 10 },
  /** Sessions that one client may announce. One that is not granted is stored for half an hour. */
  sessions: { max: 60, refill: 1, everySeconds: 10 },
  /**
   * Bytes of answers. They count from when the first byte is read or made until the client has
   * received the last byte.
   */
  answerBytes: { each: 16 * mebibyte, all: 32 * mebibyte },
  /**
   * Delay of the event loop in milliseconds. If it is exceeded twice in a row, new requests are
   * refused.
   */
  loopDelay: 200,
} as const

/** Milliseconds that a client gets to receive an answer. */
export const writeLimit = 30_000

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))

/* @__NO_SIDE_EFFECTS__ */
function shares(defaults: { each: number; all: number }) {
  const both = v.pipe(
    v.strictObject({ each: count, all: count }),
    v.check(({ each, all }) => each <= all, 'Expected no more for one client than for all'),
  )
  return v.optional(orFalse(both), defaults)
}

/**
 * A schema that accepts `false`, or the given shape. Error messages name the field inside the
 * shape.
 */
/* @__NO_SIDE_EFFECTS__ */
function orFalse<const shape extends v.GenericSchema>(shape: shape) {
  return v.lazy((input) => (input === false ? off : shape)) as v.GenericSchema<
    false | v.InferInput<shape>,
    false | v.InferOutput<shape>
  > // one of the two
}
const off = v.literal(false)

const rate = orFalse(v.strictObject({ max: positive, refill: positive, everySeconds: positive }))

export const rateLimitSchema = v.optional(rate, limitDefaults.rate)
export const limitsSchema = v.optional(
  v.strictObject({
    connections: shares(limitDefaults.connections),
    requests: shares(limitDefaults.requests),
    answerBytes: shares(limitDefaults.answerBytes),
    registrations: v.optional(rate, limitDefaults.registrations),
    orders: v.optional(rate, limitDefaults.orders),
    sessions: v.optional(rate, limitDefaults.sessions),
    loopDelay: v.optional(orFalse(positive), limitDefaults.loopDelay),
  }),
  {},
)
