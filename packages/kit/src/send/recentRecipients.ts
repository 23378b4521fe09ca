import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { storedValue } from '../core/storedValue.ts'
import type { Kit } from '../core/kit.ts'
import { cleanName } from './cleanName.ts'
import type { Recipient } from './order.ts'

/** Recipients that are remembered. */
const most = 5

const stored = storedValue('recent-recipients', (json): readonly Recipient[] | undefined =>
  Array.isArray(json) ? json.filter(isRecipient).slice(0, most).map(({ address, name }) => ({ address, name: name && cleanName(name) })) : undefined)

function isRecipient(value: unknown): value is Recipient {
  if (typeof value !== 'object' || value === null || !('address' in value) || !isEvmAddress(value.address)) return false
  const name = 'name' in value ? value.name : undefined
  return name === undefined || typeof name === 'string'
}

/** Whom something was sent to from this browser, the newest first. */
export function recentRecipients(kit: Kit): readonly Recipient[] {
  return stored.get(kit) ?? []
}

/** Remembers a recipient, once something was sent. */
export function rememberRecipient(kit: Kit, recipient: Recipient): void {
  const others = recentRecipients(kit).filter(({ address }) => address.toLowerCase() !== recipient.address.toLowerCase())
  stored.set(kit, [{ address: recipient.address, name: recipient.name && cleanName(recipient.name) }, ...others].slice(0, most))
}
