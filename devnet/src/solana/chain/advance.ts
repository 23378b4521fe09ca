import type { Chain } from './chain.ts'
import { slotLimits } from './slots.ts'

/** Ends the open slot and opens the next one. */
export function advance(chain: Chain): void {
  const { slots, recent, accounts, listeners, now } = chain
  const { number } = slots.open()
  slots.advance(
    (recent.get(number) ?? []).map(({ transaction }) => transaction.signature).join(' '),
    now() / 1_000,
  )
  for (const listener of listeners) listener.slot()
  accounts.forgetFinalized()
  for (const slot of recent.keys()) if (slot < number - slotLimits.finality) recent.delete(slot)
}
