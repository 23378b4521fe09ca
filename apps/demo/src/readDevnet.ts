/** The URLs of the running devnet's parts. */
export type Devnet = {
  /** The base URL of the blockchain API. */
  api?: string
  /** The WebSocket URL of the relay. */
  relay?: string
  /** The URL of the embedded wallet, to which visitors log in by e-mail. */
  wallet?: string
  /** The URL of the inbox that receives all mails. */
  inbox?: string
  /** The URL of the phone, a page in its own tab. It opens a pairing like the link of an app. */
  phone?: string
  /** The JSON-RPC URLs by CAIP-2 id. */
  chains: Readonly<Record<string, string>>
}

/**
 * Requests the devnet's URLs from the page's own server.
 * @throws Error if no devnet is running, or after 5 s
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
