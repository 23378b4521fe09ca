/**
 * The result of reading a pasted or scanned text: a usable pairing, or the reason why there is
 * none.
 */
export type ReadPairing =
  | { status: 'good'; uri: string }
  | { status: 'expired' | 'malformed' | 'old' }

/**
 * Max lifetime of a pairing: five minutes, plus two minutes for a site's clock that is ahead.
 * Milliseconds.
 */
const maxLifetime = 7 * 60_000

/**
 * Finds the `wc:` URI in a text: the URI itself, its base64 form, or either of both in a deep link.
 * `now` in milliseconds. Each parameter may appear only once. A pairing is valid for at most five
 * minutes. Source: EIP-1328, WalletConnect v2 pairing
 */
export function readPairing(text: string, now: number): ReadPairing {
  const uri = decoded(uriIn(text.trim()))
  const [, topic = '', version, query = ''] =
    /^wc:(?:\/\/)?([0-9a-zA-Z-]+)@(\d+)\??(.*)$/.exec(uri.length <= 2_000 ? uri : '') ?? []
  if (version === '1') return { status: 'old' }
  const parameters = new URLSearchParams(query)
  const only = (name: string) =>
    parameters.getAll(name).length === 1 ? parameters.get(name) : undefined
  const isWhole =
    version === '2' &&
    /^[0-9a-f]{64}$/.test(topic) &&
    /^[0-9a-f]{64}$/.test(only('symKey') ?? '') &&
    only('relay-protocol') === 'irn'
  const expiry = parameters.has('expiryTimestamp')
    ? only('expiryTimestamp')
    : String(Math.ceil(now / 1_000) + 1)
  if (!isWhole || !expiry || !/^\d{1,12}$/.test(expiry)) return { status: 'malformed' }
  const remaining = Number(expiry) * 1_000 - now
  if (remaining <= 0) return { status: 'expired' }
  return remaining <= maxLifetime ? { status: 'good', uri } : { status: 'malformed' }
}

/**
 * The URI inside a deep link (`https://wallet.example/wc?uri=…`, `wallet://wc?uri=…`), or the
 * unchanged text.
 */
function uriIn(text: string): string {
  if (text.startsWith('wc:') || !URL.canParse(text)) return text
  return new URL(text).searchParams.get('uri') ?? text
}

/** Some sites write the URI as base64. */
function decoded(text: string): string {
  if (text.length > 3_000 || !/^[\w+/-]+=*$/.test(text)) return text
  try {
    const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
    return plain.startsWith('wc:') ? plain : text
  } catch {
    return text // not base64 either
  }
}
