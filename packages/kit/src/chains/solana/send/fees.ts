import { partsOf } from '@latchkey/protocol/isObject'
import type { Fee } from '../../../core/facets/send.ts'
import { orUndefined } from '../../../core/orUndefined.ts'
import { maxComputeUnits } from '../wire/maxComputeUnits.ts'
import { wholeOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/** Lamports for each signature. */
const signatureFee = 5_000n
/**
 * Units beyond those of the trial, as another state may take a little more, and the least that is
 * asked for.
 */
const spareUnits = 1_000
/** The highest price of a unit that the kit offers by itself, in millionths of a lamport. */
const highestPrice = 1_000_000n
/** Seconds from sending to a block that counts. */
const seconds = 2

/**
 * The fee of a transfer, and the parts of it that stand in the transaction; `price` in millionths
 * of a lamport.
 */
export type SolanaFee = Fee & { units: number; price: bigint }

/** The limit of units for a transaction that took so many in a trial. */
export const limitOf = (units: number): number =>
  Math.min(Math.ceil(units * 1.1) + spareUnits, maxComputeUnits)

/**
 * What those pay who write to the same accounts now: the price that three of four did not exceed,
 * in the last blocks in which anybody paid. getRecentPrioritizationFees
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
 * The least that an account has to hold, so many bytes long. getMinimumBalanceForRentExemption
 * @throws what the node answers
 */
export const readRentMinimum = async ({ request: ask }: Chain, bytes: number): Promise<bigint> =>
  wholeOf(await ask('getMinimumBalanceForRentExemption', [bytes]))

/**
 * The fee of a transfer with one signature. `least`: what the sender's account has to hold as long
 * as it holds anything; all of it can only be sent if that stays. `opened`: what the recipient's
 * new account costs.
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
