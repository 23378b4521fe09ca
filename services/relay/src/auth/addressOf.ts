import type { IncomingMessage } from 'node:http'
import { clientAddress } from '@latchkey/server/clientAddress'

/**
 * Makes the function that returns the address under which a request counts; all requests without an
 * address count as one.
 * @param proxies how many proxies of the operator's are in front of the relay
 * @param onUntrusted is called once, when a request has an `X-Forwarded-For` header and no proxy is
 *   trusted: all visitors of that proxy count as one
 */
export function createAddressOf(
  proxies: number,
  onUntrusted: () => void,
): (request: IncomingMessage) => string {
  let isTold = proxies > 0
  return (request) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
      isTold = true
      onUntrusted()
    }
    return clientAddress(request, proxies) ?? clientAddress(request) ?? ''
  }
}
