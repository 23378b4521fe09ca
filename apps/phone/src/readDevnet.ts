/** A chain of the devnet, as `/devnet.json` describes it. */
export type DevnetNetwork = NetworkInfo & {
  /** CAIP-2. */
  networkId: string
  /** JSON-RPC over HTTP. */
  rpcUrl: string
}

type NetworkInfo = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
}

/** The running parts of the devnet. */
export type Devnet = {
  /** The WebSocket URL of the relay. */
  relay?: string
  networks: readonly DevnetNetwork[]
  /** A sentence for each network that is left out. */
  problems: readonly string[]
}

/**
 * Requests the devnet's parts from the page's own server.
 * @throws Error when no devnet runs, or after 5 s
 */
export async function readDevnet(): Promise<Devnet> {
  const response = await fetch('/devnet.json', { signal: AbortSignal.timeout(5_000) })
  return devnetOf(response.ok ? await response.json() : undefined)
}

/**
 * Reads the content of `/devnet.json`: URLs under `chains`, names and tokens under `networks`.
 * @throws Error when it has no chains, or a relay that is not text
 */
export function devnetOf(content: unknown): Devnet {
  const { chains, networks: infos = {}, relay } = isRecord(content) ? content : {}
  if (!isRecord(chains) || !isRecord(infos) || (relay !== undefined && typeof relay !== 'string'))
    throw new Error('The devnet did not say where its chains are.')
  const networks: DevnetNetwork[] = []
  const problems: string[] = []
  const leaveOut = (networkId: string, reason: string) =>
    problems.push(`The network ${networkId} is left out: ${reason}.`)
  for (const networkId of new Set([...Object.keys(chains), ...Object.keys(infos)])) {
    const rpcUrl = chains[networkId]
    const info = infos[networkId]
    if (
      !/^(eip155:[1-9]\d{0,14}|solana:\w{1,32}|bip122:[\da-f]{32}|polkadot:[\da-f]{32})$/.test(
        networkId,
      )
    )
      leaveOut(networkId, 'this phone has no account for it')
    else if (!isWebUrl(rpcUrl)) leaveOut(networkId, '/devnet.json has no URL for it')
    else if (!isInfo(info))
      leaveOut(networkId, '/devnet.json has no name or no native token for it')
    else networks.push({ ...info, networkId, rpcUrl })
  }
  return { ...(relay !== undefined && { relay }), networks, problems }
}

function isInfo(value: unknown): value is NetworkInfo {
  if (!isRecord(value) || !isText(value['name']) || !isRecord(value['nativeCurrency'])) return false
  const { name, symbol, decimals } = value['nativeCurrency']
  return isText(name) && isText(symbol) && isDecimals(decimals)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const isDecimals = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 36

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
