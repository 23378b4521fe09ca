/** A chain of the devnet, as `/devnet.json` describes it. */
export type DevnetNetwork = NetworkInfo & {
  /** CAIP-2. */
  networkId: string
  /** JSON-RPC over HTTP. */
  url: string
}

type NetworkInfo = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Path of its picture on this page. Without a picture, the kit draws initials. */
  icon?: string
}

/**
 * The networks in the content of `/devnet.json`: URLs under `chains`, the rest under `networks`.
 * `problems`: a sentence for each network that is left out.
 */
export function readNetworks(
  chains: Readonly<Record<string, unknown>>,
  infos: Readonly<Record<string, unknown>>,
): { networks: readonly DevnetNetwork[]; problems: readonly string[] } {
  const networks: DevnetNetwork[] = []
  const problems: string[] = []
  const leaveOut = (networkId: string, reason: string) =>
    problems.push(`The network ${networkId} is left out: ${reason}.`)
  for (const networkId of new Set([...Object.keys(chains), ...Object.keys(infos)])) {
    const url = chains[networkId]
    const info = infos[networkId]
    if (
      !/^(eip155:[1-9]\d{0,14}|solana:\w{1,32}|bip122:[\da-f]{32}|polkadot:[\da-f]{32})$/.test(
        networkId,
      )
    )
      leaveOut(networkId, 'this page has no adapter for it')
    else if (!isWebUrl(url)) leaveOut(networkId, '/devnet.json has no URL for it')
    else if (!isInfo(info))
      leaveOut(networkId, '/devnet.json has no name or no native token for it')
    else networks.push({ ...info, networkId, url })
  }
  return { networks, problems }
}

function isInfo(value: unknown): value is NetworkInfo {
  if (!isRecord(value) || !isText(value['name']) || !isRecord(value['nativeCurrency'])) return false
  const { name, symbol, decimals } = value['nativeCurrency']
  const { icon } = value
  return (
    isText(name) && isText(symbol) && isDecimals(decimals) && (icon === undefined || isText(icon))
  )
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const isDecimals = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 36

/** Whether a value is an object with named fields. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
