import type { IncomingMessage } from 'node:http'
import { clientAddress } from '@latchkey/server/clientAddress'

/** Makes the function that says whose requests count together; what comes with no address counts as one. @param proxies of the operator's */
export function createAddressOf(proxies: number): (request: IncomingMessage) => string {
  return (request) => clientAddress(request, proxies) ?? clientAddress(request) ?? ''
}
