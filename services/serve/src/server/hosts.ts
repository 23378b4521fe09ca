import type { IncomingMessage } from 'node:http'
import { readUrl } from '@latchkey/protocol/readUrl'
import { isThisMachine } from '../settings/schema.ts'

/**
 * The host that a request names: the e-mail wallet's, that of API and relay (or a name of this
 * machine), or another one.
 */
export type HostKind = 'wallet' | 'public' | 'other'

/**
 * Makes the function that reads the Host header. The e-mail wallet answers at its own host only,
 * and nothing else answers there. Pages of the other services then cannot read its keys.
 */
export function createHosts({
  url,
  walletUrl,
}: {
  url: string
  walletUrl: string | undefined
}): (request: IncomingMessage) => HostKind {
  const own = new URL(url).hostname
  const wallet = walletUrl === undefined ? undefined : new URL(walletUrl).hostname
  return ({ headersDistinct }) => {
    const [host, ...more] = headersDistinct['host'] ?? []
    // of two headers, a proxy may have read the other one
    const named = host === undefined || more.length > 0 ? undefined : hostnameOf(host)
    if (named === undefined) return 'other'
    if (named === wallet) return 'wallet'
    return named === own || isThisMachine(named) ? 'public' : 'other'
  }
}

/**
 * The name in a Host header, as browsers write it. Undefined for anything but a name with an
 * optional port.
 */
export function hostnameOf(host: string): string | undefined {
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return undefined
  return readUrl(`http://${host}`)?.hostname.replace(/\.$/, '')
}
