/**
 * The result of reading a pasted or scanned text: a pairing that can be used, or the reason why
 * there is none.
 */
export type ReadPairing =
  | { status: 'good'; uri: string }
  | { status: 'expired' | 'malformed' | 'old' }

/**
 * The maximum lifetime of a pairing in milliseconds: five minutes, and two more because a site's
 * clock may be ahead.
 */
const maxLifetime = 7 * 60_000

/**
 * Finds the `wc:` URI in a text: the URI itself, its base64 form, or a deep link that contains one
 * of the two. Each parameter may appear only once. A pairing is valid for at most five minutes.
 * `now` is in milliseconds. Source: EIP-1328, WalletConnect v2 pairing
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
 * Returns the URI inside a deep link (`https://wallet.example/wc?uri=…`, `wallet://wc?uri=…`). Any
 * other text is returned unchanged.
 */
function uriIn(text: string): string {
  if (text.startsWith('wc:') || !URL.canParse(text)) return text
  return new URL(text).searchParams.get('uri') ?? text
}

/**
 * Decodes a URI that is written as base64, as some sites do. Any other text is returned unchanged.
 */
function decoded(text: string): string {
  if (text.length > 3_000 || !/^[\w+/-]+=*$/.test(text)) return text
  try {
    const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
    return plain.startsWith('wc:') ? plain : text
  } catch {
    return text // it is not base64 either
  }
}
