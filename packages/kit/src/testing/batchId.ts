/**
 * A batch that the wallet has sent: the hashes of its transactions in their order; `isStopped`
 * where one failed, so that those after it stay unsent.
 */
export type SentBatch = { chainId: number; hashes: readonly `0x${string}`[]; isStopped: boolean }

/** Hex digits of a chain id, and of a hash. */
const chainDigits = 16
const hashDigits = 64
/** Stands behind the hashes of a batch that stopped. */
const stop = '0'.repeat(hashDigits)

/**
 * The id of a batch. It names all that its status needs, so the wallet stores nothing, and answers
 * after a reload. EIP-5792
 */
export function formatBatchId({ chainId, hashes, isStopped }: SentBatch): `0x${string}` {
  const parts = [...hashes.map((hash) => hash.slice(2)), ...(isStopped ? [stop] : [])]
  return `0x${chainId.toString(16).padStart(chainDigits, '0')}${parts.join('')}`
}

/** The batch of an id; undefined for an id that no wallet of this kind gave. */
export function parseBatchId(id: string): SentBatch | undefined {
  const isWhole = /^0x[0-9a-f]+$/.test(id) && (id.length - 2 - chainDigits) % hashDigits === 0
  const chainId = isWhole ? Number(`0x${id.slice(2, 2 + chainDigits)}`) : 0
  const parts = id.slice(2 + chainDigits).match(/.{64}/g) ?? []
  if (!Number.isSafeInteger(chainId) || chainId <= 0 || parts.length === 0) return undefined
  const isStopped = parts.at(-1) === stop
  return {
    chainId,
    isStopped,
    hashes: (isStopped ? parts.slice(0, -1) : parts).map((part) => `0x${part}` as const),
  }
}
