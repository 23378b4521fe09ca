import { u32 } from '@polkadot-api/substrate-bindings'
import { concatBytes } from '@noble/hashes/utils.js'
import { partsOf } from '@latchkey/protocol/isObject'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { kitError } from '../../../core/errors/errors.ts'
import { hexIn } from '../node/chainOf.ts'
import type { Chain } from '../node/chainOf.ts'
import { keyOf } from '../node/storage.ts'
import { hexOf } from '../wire/bytes.ts'
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
 * nobody can use. Sources: TransactionPaymentApi_query_info, payment_queryInfo
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
  const fee = hasRuntimeCall(runtime, 'TransactionPaymentApi', 'query_info')
    ? await askRuntime(chain, runtime, whole)
    : amountIn(partsOf(await chain.request('payment_queryInfo', [hexOf(whole)]))['partialFee'])
  if (fee === undefined || fee < 0n || fee > maxFee) throw kitError('answerInvalid')
  return fee
}

async function askRuntime(
  chain: Chain,
  { builder }: Runtime,
  whole: Uint8Array,
): Promise<bigint | undefined> {
  const answer = hexIn(
    await chain.request('state_call', [
      'TransactionPaymentApi_query_info',
      hexOf(concatBytes(whole, u32.enc(whole.length))),
    ]),
  )
  try {
    const info: unknown = builder
      .buildRuntimeCall('TransactionPaymentApi', 'query_info')
      .value.dec(answer)
    const { partial_fee: fee } = partsOf(info)
    return typeof fee === 'bigint' ? fee : undefined
  } catch {
    return undefined // the answer has another form
  }
}

/** An amount in JSON: decimal digits, or hex. */
const amountIn = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^(?:\d{1,40}|0x[\da-f]{1,32})$/i.test(value)
    ? BigInt(value)
    : undefined
