/** The URLs of the services that `npm start` runs. The hosted site has none. */
export type Services = {
  api?: string
  relay?: string
  wallet?: string
  /** The JSON-RPC URLs by CAIP-2 id; empty if no services are running. */
  chains: Readonly<Record<string, string>>
  /** Names and native tokens of the chains, by CAIP-2 id. */
  networks?: Readonly<Record<string, NetworkInfo>>
}

/** What the preview shows of a chain of this machine. */
export type NetworkInfo = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
}

const none: Services = { chains: {} }

/**
 * Requests the URLs from the site's own server. If it does not answer within 5 s, the result is
 * empty.
 */
export async function readServices(): Promise<Services> {
  try {
    const response = await fetch(new URL('devnet.json', location.href), {
      signal: AbortSignal.timeout(5_000),
    })
    return response.ok ? servicesOf(await response.json()) : none
  } catch {
    return none // there is no server, or its answer is not JSON
  }
}

/** Reads the URLs from JSON. A URL of another machine is ignored. */
export function servicesOf(value: unknown): Services {
  if (!isRecord(value)) return none
  const chains = Object.entries(isRecord(value['chains']) ? value['chains'] : {}).flatMap(
    ([id, url]) => (isLocal(url) ? [[id, url] as const] : []),
  )
  if (chains.length === 0) return none
  const named = (['api', 'relay', 'wallet'] as const).flatMap((name) =>
    isLocal(value[name]) ? [[name, value[name]] as const] : [],
  )
  const known = isRecord(value['networks']) ? value['networks'] : {}
  const networks = chains.flatMap(([id]) => {
    const info = known[id]
    return isInfo(info) ? [[id, info] as const] : []
  })
  return {
    ...Object.fromEntries(named),
    chains: Object.fromEntries(chains),
    ...(networks.length > 0 && { networks: Object.fromEntries(networks) }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isInfo(value: unknown): value is NetworkInfo {
  if (!isRecord(value) || !isRecord(value['nativeCurrency'])) return false
  const { name, symbol, decimals } = value['nativeCurrency']
  return [value['name'], name, symbol].every(isText) && Number.isInteger(decimals)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether a value is the URL of a service on this machine: the page's policy allows no other. */
function isLocal(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return /^(https?|wss?):$/.test(protocol) && /^((.+\.)?localhost|127\.0\.0\.1)$/.test(hostname)
}
