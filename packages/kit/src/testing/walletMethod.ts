import * as v from 'valibot'
import { isAddress } from 'viem'
import { ProviderError } from './providerError.ts'
import type { WalletCore } from './walletCore.ts'

/**
 * A method of the wallet. It checks its parameters, then returns a result or throws a
 * ProviderError.
 */
export type WalletMethod = (wallet: WalletCore, params: unknown) => Promise<unknown>

/** The maximum length of a signed message, in characters. */
export const messageCharacters = 256 * 1024

/**
 * Creates a method of the wallet from the schema of its parameters, which are always an array.
 * @throws ProviderError -32602 for parameters that do not match
 */
export function walletMethod<const schema extends v.GenericSchema>(
  schema: schema,
  answer: (wallet: WalletCore, params: v.InferOutput<schema>) => unknown,
): WalletMethod {
  return async (wallet, args) => {
    const params = v.safeParse(schema, args ?? [])
    if (!params.success) throw invalidParams(v.summarize(params.issues))
    return answer(wallet, params.output)
  }
}

/** The error for invalid parameters. JSON-RPC 2.0, -32602 */
export function invalidParams(reason: string): ProviderError {
  return new ProviderError(-32602, `Invalid parameters. ${reason}`)
}

/** The schema for methods without parameters. Any list is accepted. */
export const noParams = v.array(v.unknown())

/** An EVM address in lower case, or with a valid checksum. Source: EIP-55 */
export const address = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && isAddress(value),
  'Expected an address',
)

/** Bytes as hex, with an even number of digits. */
export const bytes = v.custom<`0x${string}`>(
  (value) =>
    typeof value === 'string' &&
    value.length <= messageCharacters &&
    /^0x([0-9a-fA-F]{2})*$/.test(value),
  'Expected bytes as hex',
)

/** A hex quantity: `0x0` to 2^256 - 1. Source: EIP-1474 */
export const quantity = v.pipe(
  v.custom<`0x${string}`>(
    (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value),
    'Expected a quantity as hex',
  ),
  v.transform((value) => BigInt(value)),
)

/** A chain id as hex. Source: EIP-695 */
export const chainId = v.pipe(
  quantity,
  v.check((id) => id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER), 'Expected a chain id'),
  v.transform(Number),
)
