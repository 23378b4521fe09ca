import * as v from 'valibot'

const mebibyte = 1024 * 1024

/**
 * Default limits for untrusted clients: for one client (an IPv4 address or an IPv6 /64), and for
 * all together. README.md explains each.
 */
export const limitDefaults = {
  /**
   * Costs are in `http/costOf.ts`. A visit costs about 100, so a thousand visitors behind one
   * address may arrive at once.
   */
  rate: { max: 120_000, refill: 600, everySeconds: 1 },
  /** Open connections. A browser opens six. Behind a proxy only `all` counts. */
  connections: { each: 8_000, all: 10_000 },
  /**
   * Requests that wait for nodes or the database. In addition, pictures and lists may use a quarter
   * of `all`.
   */
  requests: { each: 4_000, all: 6_000 },
  /** Names that one client registers. Each is stored permanently. */
  registrations: { max: 200, refill: 1, everySeconds: 30 },
  /** Purchases that one client begins. An unpaid one is stored for a month. */
  orders: { max: 60, refill: 1, everySeconds: 10 },
  /**
   * Bytes of answers, counted from the first byte that is read or created until the client has
   * received the last.
   */
  answerBytes: { each: 16 * mebibyte, all: 32 * mebibyte },
  /**
   * Delay of the event loop in milliseconds. When it is exceeded twice in a row, new work is
   * refused.
   */
  loopDelay: 200,
} as const

/** Milliseconds within which a client must have received an answer. */
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

/** Parses `false` or a shape. An error message names the field inside the shape. */
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
    loopDelay: v.optional(orFalse(positive), limitDefaults.loopDelay),
  }),
  {},
)
