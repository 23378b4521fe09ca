/** The name and the avatar that an account claims. docs/contracts/api.md#identity */
import * as v from 'valibot'
import { caller, get } from './api.ts'
import { isBitcoinAddress } from './chains/bitcoin.ts'

const evmOrSolana = /^(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i

/**
 * Whether the API accepts a text as an address whose name may be requested: of EVM, Solana or
 * Bitcoin, in any case. Addresses of other namespaces have no names there.
 */
export const isNamedAddress = (text: string): boolean =>
  evmOrSolana.test(text) || isBitcoinAddress(text)

/**
 * The name and the avatar of an address; null where there is none. `avatar` is an https URL or a
 * data URI.
 */
export const identity = get(
  '/v1/identity/{address}',
  v.object({
    ...caller,
    address: v.pipe(v.string(), v.check(isNamedAddress, 'Invalid address')),
    sender: v.optional(v.pipe(v.string(), v.maxLength(128))),
    useCache: v.optional(v.picklist(['true', 'false'], 'Expected true or false')),
  }),
  v.object({
    name: v.nullable(v.string()),
    avatar: v.nullable(v.string()),
    resolvedAt: v.nullish(v.string()),
  }),
)
export type Identity = v.InferOutput<typeof identity.answer>
