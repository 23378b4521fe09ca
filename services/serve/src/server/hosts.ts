import type { IncomingMessage } from 'node:http'
import { readUrl } from '@latchkey/protocol/readUrl'
import { isThisMachine } from '../settings/schema.ts'

/**
 * Which host a request names: `wallet` is the e-mail wallet's. `public` is the host of API and
 * relay, or a name of this machine. `other` is any other host.
 */
export type HostKind = 'wallet' | 'public' | 'other'

/**
 * Makes the function that reads the Host header. The e-mail wallet is served only under its own
 * host, and no other service is. So pages of other services have another origin, and cannot read
 * the wallet's keys.
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
    // if there are two Host headers, a proxy in front may have read the other one, so none counts
    const named = host === undefined || more.length > 0 ? undefined : hostnameOf(host)
    if (named === undefined) return 'other'
    if (named === wallet) return 'wallet'
    return named === own || isThisMachine(named) ? 'public' : 'other'
  }
}

/**
 * The name in a Host header, as browsers write it. Undefined for any text that is not a name with
 * an optional port.
 */
export function hostnameOf(host: string): string | undefined {
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return undefined
  return readUrl(`http://${host}`)?.hostname.replace(/\.$/, '')
}
