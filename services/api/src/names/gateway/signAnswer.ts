import { concat, encodeAbiParameters, keccak256, numberToHex, type Hex } from 'viem'
import { sign } from 'viem/accounts'

/**
 * What the signature of a gateway's answer covers. `result`: what the resolver will return.
 * `expires`: seconds since 1970.
 */
export type Signable = { sender: Hex; request: Hex; result: Hex; expires: number }

const answer = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const

/**
 * Signs a gateway's answer. The signature covers the resolver that sent the request, the request,
 * the answer and its expiry. Source: EIP-191 version 0, as in ENS's offchain resolver
 */
export async function signAnswer(
  privateKey: Hex,
  { sender, request, result, expires }: Signable,
): Promise<Hex> {
  const time = BigInt(expires)
  const hash = keccak256(
    concat([
      '0x1900',
      sender,
      numberToHex(time, { size: 8 }),
      keccak256(request),
      keccak256(result),
    ]),
  )
  return encodeAbiParameters(answer, [result, time, await sign({ hash, privateKey, to: 'hex' })])
}
