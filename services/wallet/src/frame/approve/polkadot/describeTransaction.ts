import type { PreparedTransaction } from '../../rpc/polkadot/prepareTransaction.ts'
import type { Payload } from '../../rpc/polkadot/readPayload.ts'
import { isRiskyKind } from './verdicts.ts'
import type { PolkadotKind } from './verdicts.ts'

/**
 * What the screen says about a transaction. Amounts are in the smallest unit of the network's coin.
 * - `stays`: what the account has afterwards; undefined if that is not known
 * - `needed`: what it has to have, if it has less
 * - `closing`: what has to stay at least, if less would stay and the account would be closed
 * - `largeFee`: why the cost is out of proportion
 */
export type TransactionText = {
  stays: bigint | undefined
  needed: bigint | undefined
  closing: bigint | undefined
  largeFee: 'tip' | 'fee' | undefined
  isRisky: boolean
}

/** Describes a transaction by its effects, its cost and the account's balance. */
export function describeTransaction(
  { effects, fee, free, minBalance = 0n }: PreparedTransaction,
  { tip, isImmortal }: Pick<Payload, 'tip' | 'isImmortal'>,
  decimals: number,
): TransactionText {
  const isTold = effects?.every(({ kind }) => told.has(kind)) ?? false
  const transfers = (effects ?? []).flatMap((effect) => (effect.kind === 'transfer' ? effect : []))
  const paid = transfers.reduce((sum, { amount }) => sum + amount, 0n)
  const cost = paid + (fee ?? 0n) + tip
  const hasToStay = transfers.some(({ keepsAlive }) => keepsAlive) ? minBalance : 0n
  const isShort = free !== undefined && free < cost + hasToStay
  const stays =
    isTold && !isShort && free !== undefined && fee !== undefined ? free - cost : undefined
  const closing = stays !== undefined && transfers.length > 0 && stays < minBalance
  const largeFee = largeFeeOf({ fee, tip, decimals })
  const kinds: readonly PolkadotKind[] = [
    ...(effects ?? []).map(({ kind }) => kind),
    ...(effects ? [] : ['unprovedMetadata' as const]),
    ...(isImmortal ? ['immortal' as const] : []),
    ...(closing ? ['closing' as const] : []),
    ...(largeFee ? ['largeFee' as const] : []),
    ...(fee === undefined ? ['unknownFee' as const] : []),
  ]
  return {
    stays,
    needed: isShort ? cost + hasToStay : undefined,
    closing: closing ? minBalance : undefined,
    largeFee,
    isRisky: kinds.some(isRiskyKind),
  }
}

/** The effects after which it is known what stays of the network's coin. */
const told: ReadonlySet<PolkadotKind> = new Set([
  'transfer',
  'token',
  'allow',
  'note',
] satisfies PolkadotKind[])

/**
 * Why the cost is out of proportion. The network computes the fee itself, but the site chooses the
 * tip and what is to be computed.
 * - `tip`: more than the fee, or not to be compared with it
 * - `fee`: with the tip, a whole coin or more
 */
function largeFeeOf({
  fee,
  tip,
  decimals,
}: {
  fee: bigint | undefined
  tip: bigint
  decimals: number
}): TransactionText['largeFee'] {
  if (tip > (fee ?? 0n)) return 'tip'
  return (fee ?? 0n) + tip >= 10n ** BigInt(decimals) ? 'fee' : undefined
}
