import { isSameAddress } from '@latchkey/protocol/address'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../core/contracts/adapter.ts'
import type { Link } from '../core/contracts/connectorSource.ts'
import type { Kit } from '../core/kit/kit.ts'
import { connectionsOf, connectorIdOf, isConnected } from '../core/accounts/session.ts'
import { activeSession } from '../core/kit/state.ts'
import { dropLink, linkOf, setCurrent } from './links.ts'
import { restoreFoundWallet } from './missedVisits.lazy.ts'
import { resumeTransactions } from './resumeTransactions.ts'
import { readShared } from './sharedConnections.ts'
import { silentReconnect } from './silentReconnect.ts'
import type { Shared } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'
import { perKit } from '../core/kit/perKit.ts'

const following = perKit(() => ({ isRunning: false, hasChanges: false }))

/**
 * Applies the changes of another tab of the site to this tab: removes wallets that were
 * disconnected, restores new ones without a prompt, and makes the same wallet the current one. Only
 * one run at a time: a change during a run starts another run after it.
 */
export async function followTabs(kit: Kit): Promise<void> {
  const task = following(kit)
  resumeTransactions(kit)
  task.hasChanges = true
  if (task.isRunning) return
  task.isRunning = true
  try {
    while (task.hasChanges) {
      task.hasChanges = false
      await follow(kit)
    }
  } finally {
    task.isRunning = false
  }
}

async function follow(kit: Kit): Promise<void> {
  for (const adapter of contextOf(kit).adapters) await followNamespace(kit, adapter)
  const { networkId } = readShared(kit)
  const network = contextOf(kit).networks.find((network) => network.networkId === networkId)
  const active = contextOf(kit).storage.get('active-namespace')
  const namespace = contextOf(kit).adapters.find(
    (adapter) => adapter.namespace === active,
  )?.namespace
  const isActiveConnected = namespace !== undefined && isConnected(sessionOf(kit, namespace))
  if (network) kit.store.setState({ networkId: network.networkId })
  if (isActiveConnected) kit.store.setState({ namespace })
  else if (network) kit.store.setState({ namespace: network.namespace })
}

async function followNamespace(kit: Kit, adapter: ChainAdapter): Promise<void> {
  restoreFoundWallet(kit) // it may change the shared values, so they are read after it
  const { connectors, current, selected }: Shared = readShared(kit).sessions[adapter.namespace] ?? {
    connectors: [],
  }
  const connectedIds = () =>
    connectionsOf(sessionOf(kit, adapter.namespace)).map(({ connectorId }) => connectorId)
  const known = new Set(kit.getState().connectors.map(({ id }) => id))
  for (const connectorId of connectedIds().filter((id) => !connectors.includes(id))) {
    const link = linkOf(kit, adapter.namespace, connectorId)
    if (link) dropLink(kit, link) // no message: the other tab has notified the wallet
  }
  for (const connectorId of connectors.filter(
    (id) => known.has(connectorIdOf(id)) && !connectedIds().includes(id),
  ))
    await silentReconnect(kit, adapter.namespace, connectorId)
  if (current !== undefined && connectedIds().includes(current) && connectedIds()[0] !== current)
    setCurrent(kit, adapter.namespace, current)
  if (current !== undefined && selected !== undefined)
    selectShared(linkOf(kit, adapter.namespace, current), selected)
}

/** Selects the account that another tab has selected, if the wallet still shares it. */
function selectShared(link: Link | undefined, address: string): void {
  const [before, ...others] = link?.state().accounts ?? []
  if (before && !isSameAddress(before.address, address))
    if (others.some((account) => isSameAddress(account.address, address)))
      link?.selectAccount?.(address)
}

const sessionOf = (kit: Kit, namespace: Namespace) =>
  activeSession({ sessions: kit.getState().sessions, namespace })
