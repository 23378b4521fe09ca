import type { Message } from '../wire/readTransaction.ts'
import type { Chain } from './chain.ts'
import { lookupTableProgram } from './resolveKeys.ts'

/** The number of slots in an epoch. */
export const slotsPerEpoch = 432_000

/**
 * Moves the VM's clock to the open slot. Sets the VM's recent blockhashes only if the message needs
 * them, because setting them takes milliseconds.
 */
export function syncVm({ vm, slots, known }: Chain, message: Message): void {
  const { number, time } = slots.open()
  if (known.slot !== number) {
    vm.warpToSlot(BigInt(number))
    // gives the VM another blockhash, from which nonce accounts get their next value
    vm.expireBlockhash()
    const clock = vm.getClock()
    clock.epoch = BigInt(Math.floor(number / slotsPerEpoch))
    clock.leaderScheduleEpoch = clock.epoch + 1n
    clock.unixTimestamp = BigInt(time)
    vm.setClock(clock)
  }
  const needsHashes = message.lookups.length > 0 || message.keys.includes(lookupTableProgram)
  if (needsHashes && known.hashes !== number)
    vm.setSlotHashes(
      slots
        .newestFirst()
        .slice(1)
        .map(({ number: slot, hash }) => ({ slot: BigInt(slot), hash })),
    )
  known.slot = number
  if (needsHashes) known.hashes = number
}
