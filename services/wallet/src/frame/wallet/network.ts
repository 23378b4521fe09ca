import { parseNetworkId } from '@latchkey/protocol/caip'
import { isNumbered } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { FaultCode } from '../bridge/faults.ts'
import type { Wallet } from './Wallet.ts'

const storedName = 'network'

/** A network that the wallet serves. */
export type Network = FrameSettings['networks'][number] & {
  namespace: Namespace
  /** The CAIP-2 reference: for eip155, the chain's number. */
  reference: string
}

/**
 * Finds a network by the site's id: CAIP-2, or the number of an eip155 chain. Undefined for a
 * network that the wallet does not serve.
 */
export function findNetwork(
  { networks }: FrameSettings,
  chain: string | number,
): Network | undefined {
  const networkId = typeof chain === 'number' ? `eip155:${chain}` : chain
  const known = networks.find((network) => network.networkId === networkId)
  return known && { ...known, ...partsOf(known.networkId) }
}

/**
 * The id of a network for the site: a number for eip155, CAIP-2 for the others.
 * docs/contracts/frame.md#chain-ids
 */
export function wireChainOf(networkId: string): string | number {
  const { namespace, reference } = partsOf(networkId)
  return isNumbered(namespace) ? Number(reference) : networkId
}

/**
 * The wallet's network: the last one chosen in this browser, otherwise the operator's first.
 * @throws Fault `networkNotFound` when there is none
 */
export async function readNetwork(wallet: Wallet): Promise<Network> {
  const stored = await wallet.store.get(storedName)
  const [first] = wallet.settings.networks
  const network =
    (typeof stored === 'string' && findNetwork(wallet.settings, stored)) ||
    (first && findNetwork(wallet.settings, first.networkId))
  if (!network) throw fault('networkNotFound')
  return network
}

/**
 * Checks that the network is of the namespace that a method needs.
 * @throws Fault `switchChain`, or the fault with the code `name`
 */
export function requireNamespace(
  network: Network,
  namespace: Namespace,
  name: FaultCode = 'switchChain',
): void {
  if (network.namespace !== namespace) throw fault(name)
}

/** Switches the wallet to a network. @throws Fault `networkNotFound` */
export async function writeNetwork(wallet: Wallet, chain: string | number): Promise<Network> {
  const network = findNetwork(wallet.settings, chain)
  if (!network) throw fault('networkNotFound')
  await wallet.store.set(storedName, network.networkId)
  return network
}

const partsOf = (networkId: string) => {
  const { namespace, reference } = parseNetworkId(networkId)
  return { namespace, reference }
}
