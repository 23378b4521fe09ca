import * as v from 'valibot'
import { createBuckets, type Buckets } from '@latchkey/server/buckets'
import { createShares as createCounts, type Shares as Counts } from '@latchkey/server/shares'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const mebibyte = 1024 * 1024

/**
 * Limits on the use of the relay by one client, by one address, and by all clients together. A
 * client is a key, and anyone can make keys; an address is an IPv4 address or an IPv6 /64. Rates
 * are per second. For a short time a client or an address may use ten seconds' worth of requests at
 * once; of bytes, a client may use four seconds' worth and an address two.
 */
export const shareDefaults = {
  client: {
    sockets: 64,
    /**
     * Requests. Each published message costs one, and so does every 16 KiB of a frame or of a
     * fetched answer.
     */
    requests: 300,
    /** Bytes of received frames. */
    received: 2 * mebibyte,
  },
  address: {
    sockets: 2_000,
    /** New sockets, and requests over HTTP. */
    connects: 200,
    requests: 5_000,
    received: 8 * mebibyte,
    /**
     * Bytes of large frames that are being handled, and of data that waits for clients to read it.
     */
    underWay: 32 * mebibyte,
  },
  all: {
    sockets: 50_000,
    underWay: 128 * mebibyte,
  },
}

/* @__NO_SIDE_EFFECTS__ */
function partOf<const defaults extends Record<string, number>>(defaults: defaults) {
  const entries = Object.fromEntries(
    Object.entries(defaults).map(([name, max]) => [name, v.optional(count, max)]),
  )
  // `entries` has the names of `defaults`
  return v.strictObject(entries as Record<keyof defaults, v.OptionalSchema<typeof count, number>>)
}

export const sharesSchema = v.strictObject({
  client: v.optional(partOf(shareDefaults.client), {}),
  address: v.optional(partOf(shareDefaults.address), {}),
  all: v.optional(partOf(shareDefaults.all), {}),
})
export type ShareOptions = v.InferOutput<typeof sharesSchema>

/** For how many seconds a rate may be used at once. */
const burst = { requests: 10, bytes: { client: 4, address: 2 } }

/** Counts the current use of the relay, and compares it with the limits. */
export type Shares = {
  sockets: { client: Counts; address: Counts }
  /** TCP connections, including those that are not WebSockets yet. */
  connections: Counts
  connects: Buckets
  /** Counts the cost of requests, and their bytes, for a client and for its address. */
  spend(requester: Requester, cost: number, bytes?: number): SpendResult
  /** Milliseconds until both a client and its address are below their limits again. */
  debt(requester: Requester): number
  underWay: Counts
}
type Requester = { client: string; address: string }
/**
 * `refused`: the limit is exceeded. `tooMuch`: it is exceeded by the whole allowance of a burst.
 * `wait`: milliseconds until a request is allowed again.
 */
export type SpendResult = { outcome: 'allowed' | 'refused' | 'tooMuch'; wait: number }
const allowed: SpendResult = { outcome: 'allowed', wait: 0 }

/**
 * Makes the counters.
 * @param options `false`: nothing is limited, for a machine that only its owner reaches
 * @param behindProxy whether all connections come from a proxy; then they are not limited by
 *   address
 */
export function createShares(
  options: ShareOptions | false,
  { now, behindProxy }: { now: () => number; behindProxy: boolean },
): Shares {
  const { client, address, all } = options || {
    client: undefined,
    address: undefined,
    all: undefined,
  }
  const counts = (each = Infinity, max = Infinity) => createCounts({ each, all: max })
  const rate = (perSecond: number | undefined, seconds: number) =>
    createRate(perSecond, seconds, now)
  const requests = {
    client: rate(client?.requests, burst.requests),
    address: rate(address?.requests, burst.requests),
  }
  const received = {
    client: rate(client?.received, burst.bytes.client),
    address: rate(address?.received, burst.bytes.address),
  }
  return {
    sockets: { client: counts(client?.sockets), address: counts(address?.sockets, all?.sockets) },
    // Twice the sockets, because requests over HTTP, and refused clients that read their reason,
    // need connections, too.
    connections: counts(
      behindProxy ? undefined : address && 2 * address.sockets,
      all && 2 * all.sockets,
    ),
    connects: createBuckets(address ? connectsOf(address) : false, now),
    spend(requester, cost, bytes = 0) {
      if (!options) return allowed
      const byRequests = stricter(
        requests.client.take(requester.client, cost),
        requests.address.take(requester.address, cost),
      )
      return stricter(
        byRequests,
        stricter(
          received.client.take(requester.client, bytes),
          received.address.take(requester.address, bytes),
        ),
      )
    },
    debt: (requester) =>
      Math.max(
        requests.client.debt(requester.client),
        requests.address.debt(requester.address),
        received.client.debt(requester.client),
        received.address.debt(requester.address),
      ),
    underWay: counts(address?.underWay, all?.underWay),
  }
}

/**
 * The rate of new sockets of an address. It allows all its sockets to reconnect at the same time.
 */
const connectsOf = ({ connects, sockets }: { connects: number; sockets: number }) => ({
  max: Math.max(burst.requests * connects, 2 * sockets),
  refill: connects,
  everySeconds: 1,
})

/** Makes a limit for each key. @param seconds for how many seconds the rate may be used at once */
function createRate(perSecond: number | undefined, seconds: number, now: () => number) {
  const max = seconds * (perSecond ?? 0)
  const buckets = createBuckets(
    perSecond === undefined ? false : { max, refill: perSecond, everySeconds: 1 },
    now,
  )
  return {
    debt: buckets.debt,
    take(key: string, count: number): SpendResult {
      if (count === 0) return allowed
      const taken = buckets.take(key, count)
      return taken.allowed
        ? allowed
        : { outcome: taken.over >= max ? 'tooMuch' : 'refused', wait: taken.wait }
    },
  }
}

/**
 * Changes the number of bytes that are counted as under way for an address: `before` were counted
 * for a socket, now it is `bytes`.
 * @returns whether the number has grown and exceeds the limit
 */
export function recount(underWay: Counts, address: string, before: number, bytes: number): boolean {
  if (bytes < before) underWay.give(address, before - bytes)
  return bytes > before && underWay.add(address, bytes - before) !== 'within'
}

const order = ['allowed', 'refused', 'tooMuch'] as const

function stricter(first: SpendResult, second: SpendResult): SpendResult {
  if (second === allowed) return first
  if (first === allowed) return second
  return {
    outcome:
      order[Math.max(order.indexOf(first.outcome), order.indexOf(second.outcome))] ?? 'tooMuch',
    wait: Math.max(first.wait, second.wait),
  }
}
