import { u128, u32 } from '@polkadot-api/substrate-bindings'
import { concatBytes } from '@noble/hashes/utils.js'
import { partsOf } from '@latchkey/protocol/isObject'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { kitError } from '../../../core/errors/errors.ts'
import { hexIn } from '../node/chainOf.ts'
import type { Chain } from '../node/chainOf.ts'
import { keyOf } from '../node/storage.ts'
import { bytesOf, hexOf } from '../wire/bytes.ts'
import type { Hex } from '../wire/bytes.ts'
import { signatureLength, writeExtrinsic } from '../wire/extrinsic.ts'
import { createPayload, readPayload } from '../wire/payload.ts'
import { hasRuntimeCall } from '../wire/runtime.ts'
import type { Runtime } from '../wire/runtime.ts'

/** The sender of a transaction whose fee is asked. */
export type FeePayer = { address: string; nonce: number; keyType: PolkadotKeyType | undefined }

/** The highest fee that is believed, in the smallest unit: 2^100. */
const maxFee = 1n << 100n

/**
 * The fee of a call, in the smallest unit of the native token, as the node says it. The chain takes
 * the same amount unless its load changes. The question has a signature of the right length, which
 * is not valid. Source: TransactionPaymentApi_query_info
 * @throws KitError answerInvalid; the node's errors
 */
export async function readFee(
  chain: Chain,
  runtime: Runtime,
  { address, nonce, keyType = 'sr25519' }: FeePayer,
  call: Uint8Array,
): Promise<bigint> {
  const genesisHash = await chain.genesisHash()
  const unsigned = readPayload(
    runtime,
    createPayload(runtime, {
      address,
      call,
      genesisHash,
      blockHash: genesisHash,
      height: 0,
      nonce,
    }),
  )
  const bytes = new Uint8Array(signatureLength[keyType]).fill(1)
  const whole = writeExtrinsic(runtime, keyOf(address), { keyType, bytes }, unsigned)
  const answer = hexIn(
    await chain.request('state_call', [
      'TransactionPaymentApi_query_info',
      hexOf(concatBytes(whole, u32.enc(whole.length))),
    ]),
  )
  const fee = feeIn(runtime, answer)
  if (fee === undefined || fee > maxFee) throw kitError('answerInvalid')
  return fee
}

/** Reads `RuntimeDispatchInfo`: the weight, the class and the fee. Undefined for another form. */
function feeIn(runtime: Runtime, answer: Hex): bigint | undefined {
  // metadata 14 has no functions. There the weight has one of several forms, but the fee is last
  if (!hasRuntimeCall(runtime, 'TransactionPaymentApi', 'query_info')) {
    const bytes = bytesOf(answer, [18, 64])?.slice(-17)
    const [kind = 3] = bytes ?? []
    return bytes && kind < 3 ? u128.dec(bytes.slice(1)) : undefined
  }
  try {
    const info: unknown = runtime.builder
      .buildRuntimeCall('TransactionPaymentApi', 'query_info')
      .value.dec(answer)
    const { partial_fee: fee } = partsOf(info)
    return typeof fee === 'bigint' ? fee : undefined
  } catch {
    return undefined
  }
}
