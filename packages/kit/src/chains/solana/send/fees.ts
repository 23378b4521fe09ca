import { partsOf } from '@latchkey/protocol/isObject'
import type { Fee } from '../../../core/contracts/facets/send.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { maxComputeUnits } from '../wire/maxComputeUnits.ts'
import { wholeOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/** The network's fee for each signature, in lamports. */
const signatureFee = 5_000n
/**
 * Compute units that are added to those of the simulation, besides a tenth of them, because the
 * transaction may need slightly more when it is executed.
 */
const spareUnits = 1_000
/** The highest price of a compute unit that the kit offers, in millionths of a lamport. */
const highestPrice = 1_000_000n
/** Seconds from sending to a confirmed block. */
const seconds = 2

/**
 * The fee of a transfer. `units` is the compute unit limit. `price` is that of a unit, in
 * millionths of a lamport.
 */
export type SolanaFee = Fee & { units: number; price: bigint }

/** The compute unit limit of a transaction, from the units of its simulation. */
export const limitOf = (units: number): number =>
  Math.min(Math.ceil(units * 1.1) + spareUnits, maxComputeUnits)

/**
 * The current price of a compute unit for writing to these accounts: the 75th percentile of the
 * prices above 0 in the latest blocks, at most `highestPrice`. 0 if there are none. Source:
 * getRecentPrioritizationFees
 */
export async function readPrice(
  { request: ask }: Chain,
  accounts: readonly string[],
): Promise<bigint> {
  const answer = await orUndefined(ask('getRecentPrioritizationFees', [accounts]))
  const fees = (Array.isArray(answer) ? answer : [])
    .flatMap((entry: unknown) => {
      const fee = partsOf(entry)['prioritizationFee']
      return typeof fee === 'number' && Number.isSafeInteger(fee) && fee > 0 ? [fee] : []
    })
    .sort((entry, otherFee) => entry - otherFee)
  const typicalFee = BigInt(fees[Math.floor(fees.length * 0.75)] ?? 0)
  return typicalFee < highestPrice ? typicalFee : highestPrice
}

/**
 * The rent-exempt minimum: the lamports that an account of this size must hold. Source:
 * getMinimumBalanceForRentExemption
 * @throws the node's errors
 */
export const readRentMinimum = async ({ request: ask }: Chain, bytes: number): Promise<bigint> =>
  wholeOf(await ask('getMinimumBalanceForRentExemption', [bytes]))

/**
 * The fee of a transfer with one signature.
 * @param rentMinimum the lamports that stay in the sender's account when the maximum is sent,
 *   because an account that is not empty must hold them
 * @param opened the cost of the recipient's new account
 */
export function feeOf({
  units,
  price,
  rentMinimum,
  opened,
}: {
  units: number
  price: bigint
  rentMinimum: bigint
  opened: bigint
}): SolanaFee {
  const total = signatureFee + (BigInt(units) * price + 999_999n) / 1_000_000n
  return {
    total,
    maxTotal: total,
    reserve: total + rentMinimum,
    seconds,
    units,
    price,
    ...(opened > 0n && { extras: [{ kind: 'recipientAccount', amount: opened }] }),
  }
}
