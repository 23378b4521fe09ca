import { isRecord, readNetworks } from './readNetworks.ts'
import type { DevnetNetwork } from './readNetworks.ts'

/** The running parts of the devnet. */
export type Devnet = {
  /** Base URL of the blockchain API. */
  api?: string
  /** WebSocket URL of the relay. */
  relay?: string
  /** URL of the embedded wallet, which visitors log in to by e-mail. */
  wallet?: string
  /** URL of the inbox that catches all mail. */
  inbox?: string
  /** URL of the phone in a tab; it opens pairings like an app's link. */
  phone?: string
  networks: readonly DevnetNetwork[]
  /** A sentence for each network that is left out. */
  problems: readonly string[]
}

/**
 * Requests the devnet's parts from the page's own server.
 * @throws Error when no devnet runs, or after 5 s
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
  const services = content as Omit<Devnet, 'networks' | 'problems'>
  return { ...services, ...readNetworks(chains, isRecord(networks) ? networks : {}) }
}
