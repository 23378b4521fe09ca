/** What somebody pasted or scanned: a pairing that can be used, or why it can't. */
export type ReadPairing = { status: 'good'; uri: string } | { status: 'expired' | 'malformed' | 'old' }

/**
 * Finds the `wc:` URI in a text: the URI itself or a deep link that carries it. `now` in milliseconds.
 * Source: EIP-1328, WalletConnect v2 pairing
 */
export function readPairing(text: string, now: number): ReadPairing {
  const uri = uriIn(text.trim())
  const [, topic = '', version, query = ''] = /^wc:(?:\/\/)?([0-9a-zA-Z-]+)@(\d+)\??(.*)$/.exec(uri.slice(0, 2_000)) ?? []
  if (version === '1') return { status: 'old' }
  const parameters = new URLSearchParams(query)
  const expiry = parameters.get('expiryTimestamp')
  const isWhole = version === '2' && /^[0-9a-f]{64}$/.test(topic) && /^[0-9a-f]{64}$/.test(parameters.get('symKey') ?? '')
  if (!isWhole || parameters.get('relay-protocol') !== 'irn') return { status: 'malformed' }
  if (expiry !== null && !(Number(expiry) * 1_000 > now)) return { status: 'expired' }
  return { status: 'good', uri }
}

/** The URI inside a deep link (`https://wallet.example/wc?uri=…`, `wallet://wc?uri=…`), or the text as it is. */
function uriIn(text: string): string {
  if (text.startsWith('wc:') || !URL.canParse(text)) return text
  return new URL(text).searchParams.get('uri') ?? text
}
