import { fault } from '../bridge/Fault.ts'
import { bytesOfHex, isHexBytes } from './hex.ts'
import { approveMessage, maxMessageBytes } from './approveMessage.ts'
import { prepareVault } from './prepareVault.ts'
import { requireAccount } from './requireAccount.ts'
import type { SigningCall } from './signingCall.ts'

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/**
 * Signs a message that the visitor has read. EIP-191, version 0x45. `personal_sign` [message,
 * address]
 */
export async function personalSign({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<string> {
  const [first, second]: readonly unknown[] = Array.isArray(params) ? params : []
  // some sites pass the address first
  const [message, claimed] =
    isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
  if (typeof message !== 'string') throw fault('invalidParams')
  const address = await requireAccount(wallet, 'eip155', claimed)
  const bytes = isHexBytes(message) ? bytesOfHex(message) : new TextEncoder().encode(message)
  if (bytes.length > maxMessageBytes) throw fault('invalidParams')
  const openVault = prepareVault()
  await approveMessage({ wallet, network, request }, { bytes, address })
  const { withKeysOf } = await openVault()
  return withKeysOf(wallet, address, (keys) => keys.evm.signMessage({ message: { raw: bytes } }))
}
