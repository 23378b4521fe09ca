import { addressKey } from '@latchkey/protocol/address'
import { cleanText } from '../../core/text/cleanText.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { readStored } from '../../core/storage/storage.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Puts the name that `rememberedIdentity.ts` has stored for an account into the kit's state, after
 * cleaning it. No request is sent.
 */
export function restoreName(kit: Kit, address: string): void {
  const { storage } = contextOf(kit)
  const { store } = kit
  const key = addressKey(address)
  const known = readStored(storage.raw, 'identity-cache')
  const name = cleanText(
    Array.isArray(known)
      ? known.find((entry) => entry?.address === key)?.identity?.name
      : undefined,
  ) // checked, because an attacker may have written the storage
  if (name)
    store.setState(({ profileNames }) => ({ profileNames: { [key]: name, ...profileNames } }))
}
