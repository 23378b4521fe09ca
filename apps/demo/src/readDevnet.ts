import { isRecord, readNetworks } from './readNetworks.ts'
import type { DevnetNetwork } from './readNetworks.ts'

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
  /**
   * The CAIP-2 ids of chains that are still starting. The devnet adds them to its networks later.
   */
  coming: readonly string[]
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
  const coming: unknown = content['coming']
  return {
    ...services,
    coming: Array.isArray(coming) ? coming.map(String) : [],
    ...readNetworks(chains, isRecord(networks) ? networks : {}),
  }
}
