import { secp256k1 } from '@noble/curves/secp256k1'
import { CompactSize } from '@scure/btc-signer/script.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import type { OwnAddress } from '../../wallet/bitcoinAccount.ts'

/** The first byte of a signature for P2WPKH. BIP-137 */
const headerOfP2wpkh = 39

/**
 * Signs a message with the key of a P2WPKH address, as Bitcoin's first wallets signed. BIP-137
 * @returns 65 bytes: the header, and the compact signature
 */
export function signBip137(key: Uint8Array, _own: OwnAddress, message: Uint8Array): Uint8Array {
  const magic = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
  const length = CompactSize.encode(BigInt(message.length))
  const signature = secp256k1.sign(
    sha256x2(Uint8Array.from([...magic, ...length, ...message])),
    key,
  )
  return Uint8Array.from([headerOfP2wpkh + signature.recovery, ...signature.toCompactRawBytes()])
}
