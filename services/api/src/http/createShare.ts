import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from '@latchkey/server/clientAddress'
import type { RateLimit } from '@latchkey/server/bucket'
import { createBuckets, type Buckets } from '@latchkey/server/buckets'
import { createHoldings, type Holding, type Holdings } from '@latchkey/server/holdings'
import { createShares } from '@latchkey/server/shares'
import { ApiError } from '../apiError.ts'
import type { Metrics } from '../metrics.ts'
import type { CheckedOptions } from '../options.ts'
import type { Call, Share } from './env.ts'

/** Seconds after which a client may try again when too much is in use at once. */
const retryAfter = 1

/**
 * The limit of stored entries for all clients together, as a multiple of one client's limit. So a
 * client with many addresses cannot fill the disk.
 */
const manyClients = 50

/** Counts what each client uses. */
export type ClientShares = {
  /** Counts the basic cost of a request before it is read. @throws ApiError 429 */
  enter(incoming: IncomingMessage): void
  /** The key of the client that sent a request; undefined when the client has left. */
  keyOf(incoming: IncomingMessage): string | undefined
  of(call: Call): Share
}

/**
 * Makes the counters of what each client uses: its rate of requests, its running requests, its
 * bytes. @param now milliseconds
 */
export function createShare({
  options,
  metrics,
  now,
}: {
  options: CheckedOptions
  metrics: Metrics
  now: () => number
}): ClientShares {
  const { rateLimit, limits, trustProxy } = options
  const buckets = createBuckets(rateLimit, now, { countsRefused: false })
  const registrations = createStoring(limits.registrations, now)
  const orders = createStoring(limits.orders, now)
  const sessions = createStoring(limits.sessions, now)
  const requests = createShares(limits.requests || unlimited)
  const brief = createShares({
    each: Infinity,
    all: limits.requests ? Math.ceil(limits.requests.all / 4) : Infinity,
  })
  const answers = createShares(limits.answerBytes || unlimited)
  const holdings = {
    requests: createHoldings(requests),
    brief: createHoldings(brief),
    answers: createHoldings(answers, 8),
  }
  metrics.running(() => requests.all + brief.all)
  metrics.underWay(() => answers.all)

  // if a proxy wrote an invalid address, the proxy's own address counts
  const keyOf = (incoming: IncomingMessage) =>
    clientAddress(incoming, trustProxy) ?? clientAddress(incoming)

  const counted: Counted = { buckets, registrations, orders, sessions, holdings, metrics }

  return {
    of(call) {
      const { incoming, outgoing } = call.env ?? {}
      const key = incoming && keyOf(incoming)
      if (incoming === undefined || key === undefined) return uncounted
      return shareOf(key, { incoming, outgoing }, counted)
    },
    keyOf,
    enter(incoming) {
      const key = keyOf(incoming)
      if (key !== undefined) spend(buckets, key, 1, metrics)
    },
  }
}

/** The counters of all clients. */
type Counted = {
  buckets: Buckets
  registrations: Storing
  orders: Storing
  sessions: Storing
  holdings: { requests: Holdings; brief: Holdings; answers: Holdings }
  metrics: Metrics
}

/** Counts for a client while one of its requests is answered. */
function shareOf(
  key: string,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse | undefined },
  { buckets, registrations, orders, sessions, holdings, metrics }: Counted,
): Share {
  let answer: Holding | undefined
  const hold = (of: Holdings, why: string) =>
    of.hold(key, () => {
      metrics.refused({ why: `${why} cut` }).add()
      incoming.socket.destroy()
    })
  const take = (holding: Holding, amount: number, why: string) => {
    const found = holding.take(amount)
    if (found === 'taken') return
    holding.end()
    metrics.refused({ why: `${why} ${found === 'each' ? 'of one' : 'of all'}` }).add()
    throw found === 'each' ? tooMany(String(retryAfter)) : busy()
  }
  return {
    key,
    spend: (cost) => spend(buckets, key, cost, metrics),
    register: () =>
      store(registrations, key, metrics, {
        why: 'registrations of all',
        message: 'Too many names are registered now, try again',
      }),
    order: () =>
      store(orders, key, metrics, {
        why: 'orders of all',
        message: 'Too many purchases are begun now, try again',
      }),
    announce: () =>
      store(sessions, key, metrics, {
        why: 'sessions of all',
        message: 'Too many sessions are announced now, try again',
      }),
    begin(waits) {
      const request = hold(waits ? holdings.requests : holdings.brief, 'requests')
      take(request, 1, 'requests')
      return () => request.end()
    },
    hold(bytes) {
      if (outgoing?.destroyed) return // the client has left, so no answer is sent
      if (!answer) {
        answer = hold(holdings.answers, 'bytes')
        outgoing?.once('close', () => answer?.end())
      }
      take(answer, bytes, 'bytes')
    },
  }
}

const unlimited = { each: Infinity, all: Infinity }
const uncounted: Share = {
  key: '',
  spend() {},
  register() {},
  order() {},
  announce() {},
  begin: () => () => {},
  hold() {},
}

/** The limits of stored entries: `each` for one client, `all` in total. */
type Storing = { each: Buckets; all: Buckets }

function createStoring(limit: RateLimit | false, now: () => number): Storing {
  const all = limit && {
    ...limit,
    max: manyClients * limit.max,
    refill: manyClients * limit.refill,
  }
  return {
    each: createBuckets(limit, now, { countsRefused: false }),
    all: createBuckets(all, now, { countsRefused: false }),
  }
}

function store(
  { each, all }: Storing,
  key: string,
  metrics: Metrics,
  { why, message }: { why: string; message: string },
): void {
  spend(each, key, 1, metrics)
  const { allowed, wait } = all.take('', 1)
  if (allowed) return
  metrics.refused({ why }).add()
  throw new ApiError(503, '', message, { headers: { 'retry-after': secondsOf(wait) } })
}

function spend(buckets: Buckets, key: string, cost: number, metrics: Metrics): void {
  const { allowed, wait } = buckets.take(key, cost)
  if (allowed) return
  metrics.refused({ why: 'rate' }).add()
  throw tooMany(secondsOf(wait))
}

/** Rounds milliseconds up to seconds, for `Retry-After`. */
const secondsOf = (milliseconds: number) => String(Math.max(1, Math.ceil(milliseconds / 1_000)))

function tooMany(seconds: string): ApiError {
  return new ApiError(429, 'rate_limited', `Too many requests, try again in ${seconds} s`, {
    headers: { 'retry-after': seconds },
  })
}

/** The error while the service is overloaded. */
export function busy(): ApiError {
  return new ApiError(503, '', 'Too busy, try again', {
    headers: { 'retry-after': String(retryAfter) },
  })
}
