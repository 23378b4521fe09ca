import * as v from 'valibot'
import { isValidHash } from '../chain/checkLifetime.ts'
import { genesisHash } from '../chain/genesis.ts'
import { slotLimits } from '../chain/slots.ts'
import { slotsPerEpoch } from '../chain/syncVm.ts'
import { apiVersion, commitmentOf, inContext, method, type Method } from './method.ts'
import { atPlace, hash } from './params.ts'

const none = v.unknown()
const onlyPlace = v.tuple([atPlace])

const currentSlot = method(
  onlyPlace,
  (chain, [place]) => chain.slots.at(commitmentOf(chain, place)).number,
)

/** Methods about slots, blockhashes and the node itself. */
export const slotMethods: Record<string, Method> = {
  getHealth: method(none, () => 'ok'),
  getVersion: method(none, () => ({ 'solana-core': apiVersion, 'feature-set': 0 })),
  getGenesisHash: method(none, () => genesisHash),
  getIdentity: method(none, () => ({ identity: genesisHash })),
  getSlot: currentSlot,
  getBlockHeight: currentSlot,
  getEpochInfo: method(onlyPlace, (chain, [place]) => {
    const { number } = chain.slots.at(commitmentOf(chain, place))
    return {
      absoluteSlot: number,
      blockHeight: number,
      epoch: Math.floor(number / slotsPerEpoch),
      slotIndex: number % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: chain.history.count(),
    }
  }),
  getEpochSchedule: method(none, () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: slotsPerEpoch,
    slotsPerEpoch,
    warmup: false,
  })),
  getTransactionCount: method(onlyPlace, (chain) => chain.history.count()),
  getFirstAvailableBlock: method(none, (chain) => chain.history.firstSlot()),
  minimumLedgerSlot: method(none, (chain) => chain.history.firstSlot()),
  getLatestBlockhash: method(onlyPlace, (chain, [place]) => {
    const commitment = commitmentOf(chain, place)
    const { hash: blockhash, number } = chain.slots.at(commitment)
    return inContext(chain, commitment, {
      blockhash,
      lastValidBlockHeight: number + slotLimits.validity,
    })
  }),
  isBlockhashValid: method(v.tuple([hash, atPlace]), (chain, [blockhash, place]) => {
    const commitment = commitmentOf(chain, place)
    return inContext(chain, commitment, isValidHash(chain.slots, blockhash, commitment))
  }),
}
