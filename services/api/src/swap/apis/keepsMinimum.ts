import { placesOf, withWord } from '@latchkey/protocol/callWords'
import { testRun, type Trial } from '../testRun.ts'
import type { EvmChain } from '../../chains/evm/evmChain.ts'

/** Maximum of places in the data that are tried as the minimum. */
const maxPlaces = 12

/**
 * Whether a transaction fails if it would pay less than its minimum. A trial that paid `received`
 * does not show this, because prices may have changed when the transaction is mined. So one of the
 * numbers in its data, between the minimum and `received`, has to be the bound:
 * - if it is replaced by 1 % more than `received`, the transaction fails;
 * - if it is replaced by almost zero, the transaction pays the same.
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
  // one less, because services may round the minimum down
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
