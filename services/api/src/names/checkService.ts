import { readUrl } from '@latchkey/protocol/readUrl'
import { ApiError } from '../apiError.ts'
import { baseUrl } from '../http/baseUrl.ts'
import type { Call } from '../http/env.ts'
import type { Service } from '../service.ts'

/**
 * Checks that a signed message is for this service, by the host that it names. Without this, a
 * message for one service could be used at every other service. Messages of older clients name no
 * host. Without `publicUrl`, the service takes its own host from the request, in which a sender may
 * write any host.
 * @throws ApiError 400 `service`
 */
export function checkService(
  named: string | undefined,
  call: Call,
  service: Pick<Service, 'options'>,
): void {
  const { services = [], isServiceNeeded = false } = service.options.names ?? {}
  if (named === undefined && !isServiceNeeded) return
  if (named === undefined)
    throw new ApiError(400, 'service', 'The message has to name the service that it is for')
  const own = [readUrl(baseUrl(call, service))?.host, ...services]
  // no address: a host
  if (!own.includes(named.toLowerCase()))
    throw new ApiError(400, 'service', 'The message is for another service')
}
