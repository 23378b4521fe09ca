import { placesOf, withWord } from '@latchkey/protocol/callWords'
import { testRun, type Trial } from '../testRun.ts'
import type { EvmChain } from '../../chains/evm/evmChain.ts'

/** Max tried offsets in the data at which the minimum may be. */
const maxPlaces = 12

/**
 * Whether a transaction fails where it would pay less than its minimum. A successful trial, which
 * paid `received`, does not show this for the block in which the transaction is mined. One number
 * in its data, between the minimum and `received`, has to be that bound:
 * - With a hundredth more than `received` in its place, the transaction fails.
 * - With almost zero, it pays the same.
 * @throws the signal's reason
 */
export async function keepsMinimum(
  trial: Trial & { chain: EvmChain },
  { minOut, received }: { minOut: bigint; received: bigint },
  signal: AbortSignal,
): Promise<boolean> {
  const { tx } = trial
  const tryWith = (place: number, bound: bigint) =>
    testRun(trial.chain, { ...trial, tx: { ...tx, data: withWord(tx.data, place, bound) } }, signal)
  // services may round the minimum the other way
  for (const place of placesOf(tx.data, minOut > 1n ? minOut - 1n : minOut, received, maxPlaces)) {
    const [more, none] = await Promise.all([
      tryWith(place, received + received / 100n + 1n),
      tryWith(place, 1n),
    ])
    if (
      more.status === 'failed' &&
      none.status === 'done' &&
      none.received >= received - received / 100n
    )
      return true
  }
  return false
}
