import * as times from '@latchkey/protocol/times'
import type { Connector } from '@wagmi/core'
import type { AdapterHost, ChainAdapter } from '../../core/adapter.ts'
import { kitError } from '../../core/errors.ts'
import { reduceSession } from '../../core/session.ts'
import { withLimit } from '../../core/withLimit.ts'
import { namedBy } from '../../core/namedBy.ts'

/** Inside the frame of a Safe nobody has anything to choose: takes up its connector, if the site has one and does not exclude it, without asking. Elsewhere nothing happens. */
export async function goHome(host: AdapterHost, connectors: readonly Connector[], reconnect: ChainAdapter['reconnect']): Promise<void> {
  const isExcluded = namedBy(host.options.excludeWalletIds)
  const home = connectors.find((one) => one.type === 'safe' && !isExcluded(one))
  if (!home || window.parent === window) return
  const tell = (type: 'reconnectStarted' | 'reconnectEnded') => host.updateSession((session) => reduceSession(session, { type }))
  tell('reconnectStarted')
  await withLimit((signal) => reconnect({ connectorId: home.id, signal }), { ms: times.reconnect, clock: host.clock, onTimeout: () => kitError('walletTimeout') })
    .catch(() => {}) // a frame of somebody else's: visitors choose as everywhere
    .finally(() => tell('reconnectEnded'))
}
