import { isRecord } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import type { FeeSpeed } from '../../../core/contracts/facets/send.ts'
import type { Esplora } from '../esplora/esplora.ts'

/** The price of a virtual byte, in satoshi, and the expected time until a block has it. */
export type Rate = { value: bigint; seconds?: number }

/** In how many blocks a transaction of each speed is expected. */
const targets = { slow: 12, normal: 3, fast: 1 } as const satisfies Record<FeeSpeed, number>

/** The speeds, the lowest fee first. */
export const speeds = ['slow', 'normal', 'fast'] as const satisfies readonly FeeSpeed[]

/** The average number of seconds from block to block. */
const blockSeconds = 600
/** Rates without an estimate, which is what a node answers whose chain has few transactions. */
const quietRates = { slow: 1n, normal: 2n, fast: 5n } as const satisfies Record<FeeSpeed, bigint>
/** The highest rate that is believed, in satoshi. */
const maxRate = 5_000

/**
 * The rates of the three speeds, each at least as high as the slower one. Source: GET
 * /fee-estimates, an object of rates by number of blocks
 * @throws KitError answerInvalid; the node's errors
 */
export async function readRates(esplora: Esplora): Promise<Record<FeeSpeed, Rate>> {
  const answer = await esplora.get('/fee-estimates')
  if (!isRecord(answer)) throw kitError('answerInvalid')
  const estimates = Object.entries(answer).map(([blocks, rate]) => {
    if (!/^\d{1,4}$/.test(blocks) || typeof rate !== 'number' || !(rate > 0 && rate <= maxRate))
      throw kitError('answerInvalid')
    return { blocks: Number(blocks), rate }
  })
  const rateOf = (speed: FeeSpeed): Rate => {
    // the estimate for this number of blocks, or for the next lower number
    const [estimate] = estimates
      .filter(({ blocks }) => blocks <= targets[speed])
      .sort((a, b) => b.blocks - a.blocks)
    return estimate
      ? { value: BigInt(Math.ceil(estimate.rate)), seconds: targets[speed] * blockSeconds }
      : { value: quietRates[speed] }
  }
  const [slow, normal, fast] = [rateOf('slow'), rateOf('normal'), rateOf('fast')]
  const middle = atLeast(normal, slow)
  return { slow, normal: middle, fast: atLeast(fast, middle) }
}

const atLeast = (rate: Rate, lower: Rate): Rate =>
  rate.value < lower.value ? { ...rate, value: lower.value } : rate

/** A fee of more than this is high if it is also a large part of the amount. In satoshi. */
const noticedFee = 20_000n
/** A fee of more than this is high for any amount. In satoshi. */
const highFee = 1_000_000n
/** A higher price of a virtual byte is high for any amount above `noticedFee`. In satoshi. */
const highRate = 500n

/** Whether a fee is so high that the sender has to confirm it. */
export const isHighFee = (fee: bigint, rate: bigint, amount: bigint): boolean =>
  fee > highFee || (fee > noticedFee && (fee * 4n > amount || rate > highRate))
