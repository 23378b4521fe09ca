/** The URLs of the running devnet's parts. */
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
  /** JSON-RPC URLs by CAIP-2 id. */
  chains: Readonly<Record<string, string>>
}

/**
 * Requests the devnet's URLs from the page's own server.
 * @throws Error when no devnet runs, or after 5 s
 */
export async function readDevnet(signal: AbortSignal): Promise<Devnet> {
  const response = await fetch('/devnet.json', {
    signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
  })
  const devnet: unknown = response.ok ? await response.json() : undefined
  if (!isDevnet(devnet)) throw new Error('The devnet did not say where its chains are.')
  return devnet
}

function isDevnet(value: unknown): value is Devnet {
  if (typeof value !== 'object' || value === null || !('chains' in value)) return false
  const { chains } = value
  return (
    typeof chains === 'object' &&
    chains !== null &&
    Object.values(chains).every((url) => typeof url === 'string')
  )
}
