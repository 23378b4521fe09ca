import { fromBase58 } from '@latchkey/protocol/base58'
import type { Keypair } from '../keys.ts'

/** Creates a signed legacy transaction that pays lamports from a key pair to an address. */
export function writeTransfer(
  from: Keypair,
  to: string,
  lamports: bigint,
  blockhash: string,
): Uint8Array {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2)
  data.writeBigUInt64LE(lamports, 4)
  const keys = [from.publicKey, fromBase58(to), new Uint8Array(32)]
  // header: one signer, and one read-only address (the system program). Then the addresses, the
  // blockhash, and one instruction, whose accounts are the addresses 0 and 1
  const message = Buffer.concat([
    Buffer.of(1, 0, 1, keys.length),
    ...keys,
    fromBase58(blockhash),
    Buffer.of(1, 2, 2, 0, 1, data.length),
    data,
  ])
  return Buffer.concat([Buffer.of(1), from.sign(message), message])
}
