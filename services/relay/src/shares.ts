import * as v from 'valibot'
import { createBuckets, type Buckets } from '@latchkey/server/buckets'
import { createShares as createCounts, type Shares as Counts } from '@latchkey/server/shares'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const mebibyte = 1024 * 1024

/**
 * Limits on the use of the relay by a client, an address and all together. A client is a key, and
 * keys are free; an address is IPv4 or an IPv6 /64. Rates are for a second. Bursts may use ten
 * seconds' worth of requests; of bytes, four seconds' worth by a client and two by an address.
 */
export const shareDefaults = {
  client: {
    sockets: 64,
    /**
     * Requests. A published message counts as one request, and so does each 16 KiB of a frame or of
     * a fetched answer.
     */
    requests: 300,
    /** Bytes of frames. */
    received: 2 * mebibyte,
  },
  address: {
    sockets: 2_000,
    /** New sockets, and requests without a socket. */
    connects: 200,
    requests: 5_000,
    received: 8 * mebibyte,
    /** Bytes of large frames, and of data that waits for sockets that do not read. */
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
  // the same names
  return v.strictObject(entries as Record<keyof defaults, v.OptionalSchema<typeof count, number>>)
}

export const sharesSchema = v.strictObject({
  client: v.optional(partOf(shareDefaults.client), {}),
  address: v.optional(partOf(shareDefaults.address), {}),
  all: v.optional(partOf(shareDefaults.all), {}),
})
export type ShareOptions = v.InferOutput<typeof sharesSchema>

/** Seconds' worth of a rate that a burst may use. */
const burst = { requests: 10, bytes: { client: 4, address: 2 } }

/** Counts the current use of the relay. */
export type Shares = {
  sockets: { client: Counts; address: Counts }
  /** TCP connections, including those that are not sockets yet. */
  connections: Counts
  connects: Buckets
  /** Counts requests, and the bytes of their frames, of a client and its address. */
  spend(requester: Requester, cost: number, bytes?: number): SpendResult
  /** Milliseconds until a client and its address are within their shares again. */
  debt(requester: Requester): number
  underWay: Counts
}
type Requester = { client: string; address: string }
/**
 * `tooMuch`: the client continued as much again after a refusal. `wait`: milliseconds until a
 * request is allowed again.
 */
export type SpendResult = { outcome: 'allowed' | 'refused' | 'tooMuch'; wait: number }
const allowed: SpendResult = { outcome: 'allowed', wait: 0 }

/**
 * @param options `false`: nothing is counted, for a machine that only its owner reaches
 * @param behindProxy whether all connections come from a proxy
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
    // additional room for requests without a socket, and for clients that get the reason of their
    // refusal
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

/** The rate of new sockets of an address. All its sockets may reconnect at once. */
const connectsOf = ({ connects, sockets }: { connects: number; sockets: number }) => ({
  max: Math.max(burst.requests * connects, 2 * sockets),
  refill: connects,
  everySeconds: 1,
})

/** Limits what each key may spend. `seconds`: seconds' worth of a burst. */
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
 * Replaces the bytes of an address that count as under way. @returns whether they exceed the limit
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
