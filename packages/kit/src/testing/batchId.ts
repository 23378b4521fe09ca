/**
 * A batch that the wallet has sent: the hashes of its transactions in order. `isStopped`: a call
 * failed, and the calls after it were not sent.
 */
export type SentBatch = { chainId: number; hashes: readonly `0x${string}`[]; isStopped: boolean }

/** The number of hex digits in a batch id for the chain id, and for each hash. */
const chainDigits = 16
const hashDigits = 64
/** Ends the id of a batch that stopped. */
const stop = '0'.repeat(hashDigits)

/**
 * The id of a batch. It contains all data that the wallet needs to find the batch's status. So the
 * wallet stores nothing, and can report the status after a reload. EIP-5792
 */
export function formatBatchId({ chainId, hashes, isStopped }: SentBatch): `0x${string}` {
  const parts = [...hashes.map((hash) => hash.slice(2)), ...(isStopped ? [stop] : [])]
  return `0x${chainId.toString(16).padStart(chainDigits, '0')}${parts.join('')}`
}

/** Reads the batch in an id; undefined for any other id. */
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
