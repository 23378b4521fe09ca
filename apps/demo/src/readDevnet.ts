import { isRecord, readNetworks } from './readNetworks.ts'
import type { DevnetNetwork } from './readNetworks.ts'

/** A chain that is still starting. `networkId`: CAIP-2. */
export type ComingChain = { networkId: string; name: string }

/** The running parts of the devnet. */
export type Devnet = {
  /** The base URL of the blockchain API. */
  api?: string
  /** The WebSocket URL of the relay. */
  relay?: string
  /** The URL of the embedded wallet, to which visitors log in by e-mail. */
  wallet?: string
  /** The URL of the inbox that receives all mails. */
  inbox?: string
  /** The URL of a page that stands for a phone. The kit gets it as the `link_mode` of a wallet. */
  phone?: string
  /** The URL of the bakery's server, which delivers loaves on subscription. */
  bakery?: string
  networks: readonly DevnetNetwork[]
  /** Chains that are still starting. The devnet adds them to its networks later. */
  coming: readonly ComingChain[]
  /** A sentence for each network that is left out. */
  problems: readonly string[]
}

/**
 * Requests the devnet's parts from the page's own server.
 * @throws Error when no devnet answers within 5 s, its answer has no chains, or `signal` aborts
 */
export async function readDevnet(signal: AbortSignal): Promise<Devnet> {
  const response = await fetch('/devnet.json', {
    signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
  })
  const content: unknown = response.ok ? await response.json() : undefined
  if (!isRecord(content) || !isRecord(content['chains']))
    throw new Error('The devnet did not say where its chains are.')
  const { chains, networks } = content
  // the kit checks the URLs of its services
  const services = content as Omit<Devnet, 'networks' | 'coming' | 'problems'>
  return {
    ...services,
    coming: comingIn(content['coming']),
    ...readNetworks(chains, isRecord(networks) ? networks : {}),
  }
}

function comingIn(value: unknown): readonly ComingChain[] {
  if (!isRecord(value)) return []
  return Object.entries(value).map(([networkId, info]) => {
    const name = isRecord(info) ? info['name'] : undefined
    return { networkId, name: typeof name === 'string' ? name : networkId }
  })
}
