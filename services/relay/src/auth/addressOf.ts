import type { IncomingMessage } from 'node:http'
import { clientAddress } from '@latchkey/server/clientAddress'

/**
 * Makes the function that returns the address for which a request counts. All requests without an
 * address are counted together.
 * @param proxies number of the operator's proxies in front of the relay
 * @param onUntrusted is called once, when a request has an `X-Forwarded-For` header although no
 *   proxy is trusted; then all visitors behind that proxy are counted as one address
 */
export function createAddressOf(
  proxies: number,
  onUntrusted: () => void,
): (request: IncomingMessage) => string {
  let isReported = proxies > 0
  return (request) => {
    if (!isReported && request.headers['x-forwarded-for'] !== undefined) {
      isReported = true
      onUntrusted()
    }
    return clientAddress(request, proxies) ?? clientAddress(request) ?? ''
  }
}
