/** The URLs of the running devnet's parts. */
export type Devnet = {
  /** The WebSocket URL of the relay. */
  relay?: string
  /** The JSON-RPC URLs by CAIP-2 id. */
  chains: Readonly<Record<string, string>>
}

/**
 * Requests the devnet's URLs from the page's own server.
 * @throws Error if no devnet is running, or after 5 s
 */
export async function readDevnet(): Promise<Devnet> {
  const response = await fetch('/devnet.json', { signal: AbortSignal.timeout(5_000) })
  const devnet: unknown = response.ok ? await response.json() : undefined
  if (!isDevnet(devnet)) throw new Error('The devnet did not say where its chains are.')
  return devnet
}

function isDevnet(value: unknown): value is Devnet {
  if (typeof value !== 'object' || value === null || !('chains' in value)) return false
  const { chains } = value
  if ('relay' in value && typeof value.relay !== 'string') return false
  return (
    typeof chains === 'object' &&
    chains !== null &&
    Object.values(chains).every((url) => typeof url === 'string')
  )
}
