import { readUrl } from '@latchkey/protocol/readUrl'
import { ApiError } from '../apiError.ts'
import { baseUrl } from '../http/baseUrl.ts'
import type { Call } from '../http/env.ts'
import type { Service } from '../service.ts'

/**
 * Checks that a signed message is for this service, by the host in it. Otherwise a message signed
 * for one service would be valid for all others. Messages of older clients have no host. Without
 * `publicUrl` the service knows its host only from the request, whose sender may write any host.
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
  if (!own.includes(named.toLowerCase()))
    throw new ApiError(400, 'service', 'The message is for another service')
}
