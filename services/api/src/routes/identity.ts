import { identity as endpoint } from '@latchkey/protocol/identity'
import { etherCoinType } from '@latchkey/protocol/coinType'
import { times } from '@latchkey/protocol/limits'
import { unavailable } from '../apiError.ts'
import { answerJson } from '../http/answer.ts'
import { clientSignal } from '../http/clientSignal.ts'
import type { Route } from '../http/env.ts'
import { readCall } from '../http/readCall.ts'
import { NodesError } from '../providers/nodes.ts'
import type { Service } from '../service.ts'
import { findAccount } from '../chains/readAccount.ts'
import { soleKey } from '../chains/soleKey.ts'

/**
 * Seconds for which the answer about an account on a chain without names may be cached, because
 * such an account cannot get a name later.
 */
const foreignAge = 3_600

/**
 * Makes the endpoint of an account's name and avatar: those of ENS, or else the oldest name that
 * the account has registered here. Source: docs/contracts/api.md#identity
 */
export function identity(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        query: { address },
      } = await readCall(call, endpoint, service)
      const now = service.now()
      const requested = findAccount(service.readers, address)
      if (!requested?.kind.abilities.names)
        return answerJson(
          call,
          { name: null, avatar: null, resolvedAt: new Date(now).toISOString() },
          { 'cache-control': `max-age=${foreignAge}` },
        )
      try {
        const account = soleKey(requested)
        const keyOf = (text: string) => requested.kind.keys.readAccount(text)?.[0].key
        const { name, avatar, at } = await service.identities(account, clientSignal(call))
        if (name === null && service.register.zones.length > 0) {
          // without a cache, because the owner expects a new name at once
          const record = (await service.register.namesOf(account)).find(
            ({ addresses }) => keyOf(addresses[etherCoinType]?.address ?? '') === account,
          )
          return answerJson(
            call,
            { name: record?.name ?? null, avatar: null, resolvedAt: new Date(now).toISOString() },
            { 'cache-control': 'no-cache' },
          )
        }
        const remaining = Math.max(0, Math.ceil((at + times.identityCache - now) / 1000))
        return answerJson(
          call,
          { name, avatar, resolvedAt: new Date(at).toISOString() },
          { 'cache-control': `max-age=${remaining}` },
        )
      } catch (error) {
        if (error instanceof NodesError) throw unavailable('', 'Names are unavailable', error)
        throw error
      }
    },
  }
}
