import { placesOf, withWord } from '@latchkey/protocol/callWords'
import type { EvmChain } from '../../providers/chain.ts'
import { testRun, type Trial } from '../testRun.ts'

/** Places of the data at which the minimum may stand that are tried. */
const maxPlaces = 12

/**
 * Whether a transaction that was tried and paid `received` fails where it would pay less than the
 * least: what a trial pays says nothing about the block that it will be in. One number in its data,
 * from the least to what it paid, has to be that bound: with a hundredth more than was paid it
 * fails, with next to nothing it pays the same. @throws the signal's reason
 */
export async function keepsMinimum(
  trial: Trial & { chain: EvmChain },
  { minOut, received }: { minOut: bigint; received: bigint },
  signal: AbortSignal,
): Promise<boolean> {
  const { tx } = trial
  const tryWith = (place: number, bound: bigint) =>
    testRun(trial.chain, { ...trial, tx: { ...tx, data: withWord(tx.data, place, bound) } }, signal)
  // services may round the least the other way
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
