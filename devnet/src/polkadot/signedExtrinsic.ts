import { blake2Of } from '@latchkey/protocol/chains/blake2'
import type { PolkadotKey } from '@latchkey/protocol/chains/polkadotKeys'
import type { Hex } from './runtime/chopsticks.ts'

/** The numbers of this runtime. They are part of what a transaction signs. */
export const runtime = { specVersion: 900, transactionVersion: 6 } as const

/** The calls of this runtime that the devnet makes: the index of the pallet, and of the call. */
const calls = { transfer: [10, 0], transferKeepAlive: [10, 3] } as const

/** The bytes of a call that pays an account. @param to the account's 32 bytes */
export const transferCall = (
  to: Uint8Array,
  amount: bigint,
  call: keyof typeof calls = 'transfer',
): Uint8Array => concatBytes(Uint8Array.from([...calls[call], 0]), to, compact(amount))

/** The numbers of the kinds of keys in `MultiSignature`. */
const signatureKinds = { ed25519: 0, sr25519: 1, ecdsa: 2 } as const

/**
 * Signs a call without a time limit and without a tip, in version 4 of extrinsics.
 * @param genesisHash of the chain
 */
export function signedExtrinsic(
  key: PolkadotKey,
  call: Uint8Array,
  { nonce, genesisHash }: { nonce: number; genesisHash: Hex },
): Hex {
  const genesis = Buffer.from(genesisHash.slice(2), 'hex')
  // immortal; the nonce; no tip, in the chain's own coin
  const extra = concatBytes(Uint8Array.of(0), compact(BigInt(nonce)), Uint8Array.of(0, 0))
  const implicit = concatBytes(
    littleEndian32(runtime.specVersion),
    littleEndian32(runtime.transactionVersion),
    genesis,
    genesis,
  )
  const payload = concatBytes(call, extra, implicit)
  const signature = key.sign(payload.length > 256 ? blake2Of(payload) : payload)
  const body = concatBytes(
    Uint8Array.of(0x84, 0), // signed, version 4; the account follows as its bytes
    key.accountId,
    Uint8Array.of(signatureKinds[key.type]),
    signature,
    extra,
    call,
  )
  return `0x${Buffer.from(concatBytes(compact(BigInt(body.length)), body)).toString('hex')}`
}

const littleEndian32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A number in SCALE's compact form. */
function compact(value: bigint): Uint8Array {
  const bytesOf = (number: bigint, length: number) =>
    Uint8Array.from({ length }, (_, at) => Number((number >> BigInt(8 * at)) & 0xffn))
  if (value < 1n << 6n) return bytesOf(value << 2n, 1)
  if (value < 1n << 14n) return bytesOf((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return bytesOf((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), bytesOf(value, length))
}

const concatBytes = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts))
