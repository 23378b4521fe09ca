/**
 * The request that identifies a node's chain. `isNamed`: whether the answer names the chain;
 * undefined for an invalid answer.
 */
export type ChainIdentity = { method: string; isNamed: (result: unknown) => boolean | undefined }

/**
 * The identity of a chain by the namespace of its CAIP-2 id: `eth_chainId`, or the genesis hash, of
 * which the id has the beginning.
 */
export function chainIdentity(networkId: string): ChainIdentity {
  const reference = networkId.slice(networkId.indexOf(':') + 1)
  if (networkId.startsWith('solana:'))
    return {
      method: 'getGenesisHash',
      isNamed: (result) => (isHash(result) ? result.startsWith(reference) : undefined),
    }
  const chainId = BigInt(reference)
  return {
    method: 'eth_chainId',
    isNamed: (result) => (isQuantity(result) ? BigInt(result) === chainId : undefined),
  }
}

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)
const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
