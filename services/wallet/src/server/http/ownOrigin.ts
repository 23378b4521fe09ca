import { readUrl } from '@latchkey/protocol/readUrl'
import type { MiddlewareHandler } from 'hono'
import { Refusal } from '../refusal.ts'
import type { Env } from './env.ts'

/**
 * Whether a host name always means the machine itself. An attacker could make any other name
 * resolve to this machine.
 */
const isThisMachine = (hostname: string) =>
  /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * Finds this service's origin, and refuses requests of pages of other origins, except GET. There is
 * no cookie that such a request could use. Without the check, another site could send requests from
 * its visitors' browsers, and so use up the limits of their network addresses.
 * @param url the operator's setting; without it the service answers only to the names of this
 *   machine
 * @param options.takesForeign whether pages of other origins may send forms, which prove themselves
 *   in another way
 */
export function ownOrigin(
  url: string | undefined,
  { takesForeign = false } = {},
): MiddlewareHandler<Env> {
  return async (call, next) => {
    const own = url ?? localOrigin(call.req.header('host'))
    const from = call.req.header('origin')
    const site = call.req.header('sec-fetch-site')
    const isForeign =
      (from !== undefined && from !== own) ||
      (site !== undefined && site !== 'same-origin' && site !== 'none')
    if (own === undefined || (call.req.method !== 'GET' && isForeign && !takesForeign))
      throw new Refusal('originRefused')
    call.set('own', own)
    await next()
  }
}

function localOrigin(host: string | undefined): string | undefined {
  const url = host === undefined ? undefined : readUrl(`http://${host}`)
  return url && isThisMachine(url.hostname) ? url.origin : undefined
}
