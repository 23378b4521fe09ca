import { profileAccount as endpoint, type ProfileRecord } from '@latchkey/protocol/profile'
import { times } from '@latchkey/protocol/limits'
import { ApiError, unavailable } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Call, Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { plainName } from '../../identity/plainName.ts'
import { checkName, isInZone } from '../../names/checkName.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'

/** The header `Cache-Control` for names, which may be registered or changed at any time. */
const current = { 'cache-control': 'no-cache' }

/**
 * Makes the endpoint of the addresses of a name, which is registered here or in ENS, on each of its
 * networks. Source: docs/contracts/api.md#name-records
 */
export function profileAccount(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const registered = plainName(query.name) ?? query.name
      if (isInZone(registered, service.register.zones)) {
        checkName(registered, service.register.zones)
        const record = await service.register.find(registered)
        return record
          ? answerJson(call, record, current)
          : answerUnregistered(call, query.apiVersion, current)
      }
      try {
        const {
          name,
          addresses: found,
          avatar,
          at,
        } = await service.names(query.name, clientSignal(call))
        const remaining = Math.max(0, Math.ceil((at + times.nameCache - service.now()) / 1000))
        const headers = { 'cache-control': `max-age=${remaining}` }
        const addresses = Object.fromEntries(
          Object.entries(found).map(([coinType, address]) => [
            coinType,
            { address, created_at: null },
          ]),
        )
        if (Object.keys(addresses).length > 0) {
          const record: ProfileRecord = {
            name,
            registered_at: null,
            updated_at: null,
            attributes: avatar === null ? null : { avatar },
            addresses,
          }
          return answerJson(call, record, headers)
        }
        return answerUnregistered(call, query.apiVersion, headers)
      } catch (error) {
        if (error instanceof NodesError) throw unavailable('', 'Names are unavailable', error)
        throw error
      }
    },
  }
}

/**
 * Answers about an unregistered name.
 * @throws ApiError 404 for clients of the API's first version
 */
function answerUnregistered(
  call: Call,
  apiVersion: string | undefined,
  headers: Record<string, string>,
): Response {
  if (apiVersion === '2') return answerJson(call, [], headers)
  throw new ApiError(404, 'name', 'Nobody has this name')
}
