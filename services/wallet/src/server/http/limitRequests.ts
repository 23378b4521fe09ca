import { createBuckets } from '@latchkey/server/buckets'
import { clientAddress } from '@latchkey/server/clientAddress'
import { createShares } from '@latchkey/server/shares'
import type { MiddlewareHandler } from 'hono'
import { Refusal, waitRefusal } from '../refusal.ts'
import type { Metrics } from '../metrics.ts'
import type { CheckedOptions } from '../options.ts'
import type { Env } from './env.ts'

/** The limits of clients. */
export type ClientLimits = {
  /** Refuses a client that has used up its share, before anything is read. */
  middleware: MiddlewareHandler<Env>
  /** Adds a cost to a client's rate. @throws Refusal `tooManyRequests` */
  spend: (client: string, cost: number) => void
  /** Counts a mail for a client. @throws Refusal `tooManyRequests` */
  spendMail: (client: string) => void
  /** Counts a login at a company that a client begins. @throws Refusal `tooManyRequests` */
  spendSocial: (client: string) => void
  /** Counts a request to a bundler or paymaster. @throws Refusal `tooManyRequests` */
  spendOperation: (client: string) => void
}

/** Counts the usage of each client. */
export function createClientLimits({
  options: { limits, trustProxy },
  metrics,
}: {
  options: CheckedOptions
  metrics: Metrics
}): ClientLimits {
  const now = () => performance.now()
  const rates = createBuckets(limits.rate, now, { countsRefused: false })
  const mails = createBuckets(limits.mails, now, { countsRefused: false })
  const socials = createBuckets(limits.socials, now, { countsRefused: false })
  const operations = createBuckets(limits.operations, now, { countsRefused: false })
  const requests = createShares(limits.requests || { each: Infinity, all: Infinity })
  metrics.running(() => requests.all)

  const spendOf = (buckets: typeof rates, why: string) => (client: string, cost: number) => {
    const { allowed, wait } = buckets.take(client, cost)
    if (allowed) return
    metrics.refused({ why }).add()
    throw waitRefusal('tooManyRequests', wait)
  }
  const spend = spendOf(rates, 'rate')
  const spendOnMail = spendOf(mails, 'mails')
  const spendOnSocial = spendOf(socials, 'socials')
  const spendOnOperation = spendOf(operations, 'operations')

  return {
    spend,
    spendMail: (client) => spendOnMail(client, 1),
    spendSocial: (client) => spendOnSocial(client, 1),
    spendOperation: (client) => spendOnOperation(client, 1),
    async middleware(call, next) {
      const { incoming } = call.env
      // If the proxy has written a value that is not an address, the connection's own address
      // counts.
      const client = clientAddress(incoming, trustProxy) ?? clientAddress(incoming) ?? ''
      call.set('client', client)
      if (call.req.path === '/health') return next()
      spend(client, 1)
      const found = requests.take(client)
      if (found !== 'taken') {
        metrics.refused({ why: `requests of ${found === 'each' ? 'one' : 'all'}` }).add()
        throw found === 'each' ? waitRefusal('tooManyRequests', 1_000) : new Refusal('unavailable')
      }
      try {
        await next()
      } finally {
        requests.give(client)
      }
    },
  }
}
