/** The forms of EVM networks, namespace `eip155`. */
import type { OwnForms } from './ChainForms.ts'

/** Whether a value has the shape of an EVM address; its checksum is not checked. Source: EIP-55. */
export function isEvmAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/** The address that EVM APIs use for the native token, in lower case. */
export const nativeTokenAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const isTransactionHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/**
 * The forms of EVM networks. The case of hex digits does not matter; in an address it is a
 * checksum.
 */
export const evm = {
  name: 'Ethereum',
  reference: /^[1-9]\d{0,31}$/,
  isNumbered: true,
  mainNetwork: '1',
  drawing: 'ETH',
  addressPrefix: '0x',
  isAddress: isEvmAddress,
  // the expression also accepts `0X`: it is no valid prefix, but can only mean this address
  addressKey: (address) => (/^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address),
  isTransactionHash,
  transactionKey: (hash) => (/^0x[0-9a-f]*$/i.test(hash) ? hash.toLowerCase() : hash),
  hasNonce: true,
  nativeToken: nativeTokenAddress,
  isServed: true,
  isEmbedded: true,
} as const satisfies OwnForms

/**
 * A transaction of an EVM network. Amounts are in wei; fees are for one unit of gas (EIP-1559). The
 * wallet chooses missing fees. Source: eth_sendTransaction
 */
export type EvmTransaction = {
  to: string
  value?: bigint
  data?: `0x${string}`
  gas?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}
