import * as v from 'valibot'
import { hexToBytes, isHex, stringToHex } from 'viem'
import { permittedSigner } from '../walletCore.ts'
import { address, messageCharacters, walletMethod } from '../walletMethod.ts'

const message = v.pipe(v.string(), v.maxLength(messageCharacters, 'The message is too long'))

/** Signs a text, or bytes as hex, by EIP-191 (version 0x45). Parameters: message, address. */
export const personal_sign = walletMethod(
  v.tuple([message, address]),
  async (wallet, [text, from]) => {
    const signer = permittedSigner(wallet, from)
    const hex = isHex(text) && text.length % 2 === 0 ? text : stringToHex(text)
    await wallet.consentQueue.request({
      type: 'sign',
      origin: wallet.origin,
      address: from,
      hex,
      text: readable(hex),
    })
    return signer.signMessage({ message: { raw: hex } })
  },
)

function readable(hex: `0x${string}`): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(hex))
  } catch {
    return null // the bytes are no text, so the window shows them as hex
  }
}
