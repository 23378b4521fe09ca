import { isSameAddress } from '@latchkey/protocol/address'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Kit } from '../kit/kit.ts'
import { connectionsOf, disconnected } from './session.ts'

/**
 * The addresses that are parts of one account with this address: the address for payments first,
 * then the one for ordinals. The address alone where the wallet's addresses have no purposes, or
 * the address is no connected one for payments. Of several accounts of a wallet, the nth address
 * for payments belongs to the nth one for ordinals.
 */
export function addressesOf(kit: Kit, namespace: Namespace, address: string): readonly string[] {
  const session = kit.getState().sessions[namespace] ?? disconnected
  for (const { accounts } of connectionsOf(session)) {
    const payments = accounts.filter(({ purpose }) => purpose === 'payment')
    const index = payments.findIndex((entry) => isSameAddress(entry.address, address))
    const ordinals = accounts.filter(({ purpose }) => purpose === 'ordinals')[index]
    if (index !== -1 && ordinals && !isSameAddress(ordinals.address, address))
      return [address, ordinals.address]
  }
  return [address]
}
