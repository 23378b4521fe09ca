import { kitError } from '../../core/errors/errors.ts'

/** The content of a QR code or link: the topic and the shared key. `expiry` in unix seconds. */
export type Pairing = { topic: string; symKey: string; expiry: number; methods?: readonly string[] }

/** Formats a pairing as `wc:` URI. Source: EIP-1328, WalletConnect v2 pairing. */
export function formatPairingUri({ topic, symKey, expiry, methods }: Pairing): string {
  const query = new URLSearchParams({
    expiryTimestamp: String(expiry),
    ...(methods?.length && { methods: methods.join(',') }),
    'relay-protocol': 'irn',
    symKey,
  })
  return `wc:${topic}@2?${query}`
}

/**
 * Parses a `wc:` URI. `now` in milliseconds.
 * @throws KitError pairingMalformed, pairingExpired
 */
export function parsePairingUri(uri: string, now: number): Pairing {
  const [, topic, query] =
    /^wc:(?:\/\/)?([0-9a-f]{64})@2\?(.+)$/.exec(uri.length <= 2_000 ? uri : '') ?? []
  if (!topic || !query) throw kitError('pairingMalformed')
  const parameters = new URLSearchParams(query)
  const symKey = parameters.get('symKey') ?? ''
  const expiry = Number(parameters.get('expiryTimestamp') ?? Math.floor(now / 1_000) + 300)
  if (
    !/^[0-9a-f]{64}$/.test(symKey) ||
    parameters.get('relay-protocol') !== 'irn' ||
    !Number.isSafeInteger(expiry)
  )
    throw kitError('pairingMalformed')
  if (expiry * 1_000 <= now) throw kitError('pairingExpired')
  const methods = parameters.get('methods')?.replace(/[[\]]/g, '').split(',').filter(Boolean)
  return { topic, symKey, expiry, ...(methods?.length && { methods }) }
}
