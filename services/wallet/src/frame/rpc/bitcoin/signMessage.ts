import { isObject } from '@latchkey/protocol/isObject'
import { toBase64 } from '@latchkey/protocol/base64'
import { fault } from '../../bridge/Fault.ts'
import { wipe } from '../../vault/wipe.ts'
import type { OwnAddress } from '../../wallet/bitcoinAccount.ts'
import { approveMessage, maxMessageBytes } from '../approveMessage.ts'
import { prepareVault } from '../prepareVault.ts'
import type { SigningCall } from '../signingCall.ts'
import { signBip137 } from './signBip137.ts'
import { signBip322 } from './signBip322.ts'
import { ownAddressOf, requireBitcoinAccount } from './requireBitcoinAccount.ts'

/**
 * Signs a text that the visitor has read. `signMessage` { account, message, address?, protocol? } →
 * { address, signature }, base64. docs/contracts/frame.md#approval-methods
 */
export async function signMessage({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<{ address: string; signature: string }> {
  const { account: claimed, message, address: requested, protocol } = isObject(params) ? params : {}
  const account = await requireBitcoinAccount(wallet, network, claimed)
  const own = ownAddressOf(account, requested ?? claimed)
  if (!own) throw fault('unauthorized')
  const sign = signerOf(own, protocol)
  if (typeof message !== 'string' || message.length > maxMessageBytes) throw fault('invalidParams')
  const bytes = new TextEncoder().encode(message)
  // a half of a surrogate pair would be signed as another character
  if (
    bytes.length > maxMessageBytes ||
    new TextDecoder().decode(bytes) !== message.replace(/^\uFEFF/, '')
  )
    throw fault('invalidParams')
  const { address } = own
  const openVault = prepareVault()
  await approveMessage({ wallet, network, request }, { bytes, address })
  const { withKeysOf } = await openVault()
  const signature = await withKeysOf(wallet, account.record, async ({ bitcoinKey }) => {
    const key = bitcoinKey(own.purpose, account.parameters.coinType)
    try {
      return sign(key, own, bytes)
    } finally {
      wipe(key)
    }
  })
  return { address, signature: toBase64(signature) }
}

type Sign = (key: Uint8Array, own: OwnAddress, message: Uint8Array) => Uint8Array

/**
 * The protocol of a signature. Without a wish it is that of WalletConnect's specification, `ecdsa`
 * (BIP-137), for which a Taproot address has no form.
 */
function signerOf({ purpose }: OwnAddress, protocol: unknown): Sign {
  const isPlain = protocol === undefined || protocol === null
  if (protocol === 'bip322' || (isPlain && purpose === 'ordinals')) return signBip322
  if ((protocol === 'ecdsa' || isPlain) && purpose === 'payment') return signBip137
  throw fault('invalidParams')
}
