import type { IncomingMessage } from 'node:http'
import { clientAddress } from '@latchkey/server/clientAddress'

/**
 * Makes the function that says whose requests count together; what comes with no address counts as one.
 * @param proxies of the operator's
 * @param onUntrusted is called once, when a proxy has written whom it stands for and none is trusted: all its visitors count as one
 */
export function createAddressOf(proxies: number, onUntrusted: () => void): (request: IncomingMessage) => string {
  let isTold = proxies > 0
  return (request) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
      isTold = true
      onUntrusted()
    }
    return clientAddress(request, proxies) ?? clientAddress(request) ?? ''
  }
}
