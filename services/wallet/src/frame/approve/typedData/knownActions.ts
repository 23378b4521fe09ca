import { decodeCall } from '../decode/decodeCall.ts'
import type { Effect } from '../decode/Effect.ts'
import type { DataContext, KnownData } from './KnownData.ts'
import { addressAt, bytesAt, numberAt } from './members.ts'
import type { Struct } from './readTypedData.ts'

/** A call that another account sends in the name of the signing account. */
function act(
  message: Struct,
  { contract: by, account, networkId }: DataContext,
  names: { to?: string; data: string; until?: string },
): readonly Effect[] {
  const part = decodeCall({
    to: names.to === undefined ? by : addressAt(message, names.to),
    data: bytesAt(message, names.data),
    from: account,
    networkId,
  })
  const value = 'value' in message ? numberAt(message, 'value') : 0n
  return [
    {
      kind: 'act',
      by,
      part,
      value,
      ...(names.until !== undefined && { until: numberAt(message, names.until) }),
    },
  ]
}

/**
 * A Safe's call, unless it refunds gas: such a refund could be as high as the Safe's whole
 * balance.
 */
function safe(
  message: Struct,
  { contract, networkId }: DataContext,
): readonly Effect[] | undefined {
  const operation = numberAt(message, 'operation')
  if (operation > 1n || numberAt(message, 'gasPrice') > 0n) return undefined
  const part = decodeCall({
    to: addressAt(message, 'to'),
    data: bytesAt(message, 'data'),
    from: contract,
    networkId,
  })
  return [
    {
      kind: 'safe',
      safe: contract,
      part,
      value: numberAt(message, 'value'),
      isDelegated: operation === 1n,
    },
  ]
}

const forward = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'
const safeEnd = 'uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce'

/**
 * Calls that other accounts send by a signature. EIP-2771 (OpenZeppelin, GSN, Gelato), meta
 * transactions of tokens, 0x, Safe
 */
export const actions: readonly KnownData[] = [
  {
    kind: 'metaCall',
    owner: 'from',
    type: `ForwardRequest(${forward},bytes data)`,
    effectsOf: (message, context) => act(message, context, { to: 'to', data: 'data' }),
  },
  {
    kind: 'metaCall',
    owner: 'from',
    type: `ForwardRequest(${forward},uint48 deadline,bytes data)`,
    effectsOf: (message, context) =>
      act(message, context, { to: 'to', data: 'data', until: 'deadline' }),
  },
  {
    kind: 'metaCall',
    owner: 'from',
    type: `ForwardRequest(${forward},bytes data,uint256 validUntilTime)`,
    effectsOf: (message, context) =>
      act(message, context, { to: 'to', data: 'data', until: 'validUntilTime' }),
  },
  {
    kind: 'metaCall',
    owner: 'from',
    type: 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
    effectsOf: (message, context) => act(message, context, { data: 'functionSignature' }),
  },
  {
    kind: 'metaCall',
    owner: 'user',
    type: 'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
    effectsOf: (message, context) =>
      act(message, context, { to: 'target', data: 'data', until: 'userDeadline' }),
  },
  {
    kind: 'metaCall',
    owner: 'signer',
    type: 'MetaTransactionData(address signer,address sender,uint256 minGasPrice,uint256 maxGasPrice,uint256 expirationTimeSeconds,uint256 salt,bytes callData,uint256 value,address feeToken,uint256 feeAmount)',
    effectsOf: (message, context) =>
      numberAt(message, 'feeAmount') === 0n
        ? act(message, context, { data: 'callData', until: 'expirationTimeSeconds' })
        : undefined,
  },
  {
    kind: 'safeTransaction',
    type: `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,${safeEnd})`,
    effectsOf: safe,
  },
  {
    kind: 'safeTransaction',
    type: `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 dataGas,${safeEnd})`,
    effectsOf: safe,
  },
]
