import type { Connector } from '@wagmi/core'
import type { Connection } from '../../core/session.ts'
import { isPhone } from './phoneBook.ts'

type Asked = { connectorId: string; signal?: AbortSignal }
type Answer = Promise<Connection | undefined>

/** Wallets of an earlier visit that are being asked whether they come back. */
export type Returns = {
  /** Asks a wallet, unless it is being asked, as several may hear of a phone. What of it was aborted may be asked anew: it may answer the next time. */
  comeBack(asked: Asked): Answer
  /** Takes a provider for a connector. False where another one has it: a second name for one is not asked beside the first. */
  claim(connectorId: string, provider: unknown): boolean
}

/** Follows who is being asked; `take` asks. Which phone has which session is settled one after the other, all others are asked at the same time. */
export function createReturns(find: (connectorId: string) => Connector, take: (asked: Asked) => Answer): Returns {
  const coming = new Map<string, Answer>()
  const providers = new Map<string, unknown>()
  let phoneTurn: Answer = Promise.resolve(undefined)
  return {
    async comeBack(asked) {
      const { connectorId, signal } = asked
      const known = coming.get(connectorId)
      if (known) return known
      const end = () => {
        if (coming.get(connectorId) !== mine) return
        coming.delete(connectorId)
        providers.delete(connectorId)
      }
      const begin = () => take(asked)
      const mine = (isPhone(find(connectorId)) ? (phoneTurn = phoneTurn.then(begin, begin)) : begin()).finally(end)
      coming.set(connectorId, mine)
      signal?.addEventListener('abort', end, { once: true })
      return mine
    },
    claim(connectorId, provider) {
      if ([...providers.values()].includes(provider)) return false
      providers.set(connectorId, provider)
      return true
    },
  }
}
