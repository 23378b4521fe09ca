import * as v from 'valibot'
import { swapNetworks } from '@latchkey/protocol/convert'
import { evmAddress } from '../chains/evm/evmKeys.ts'
import { httpUrl, label } from '../optionParts.ts'

/** Milliseconds that each provider of swaps gets for a quote or a transaction. */
export const swapTimeLimit = 5_000

/** Another service that quotes swaps over HTTP. */
const swapApi = v.strictObject({
  /**
   * `0x`: its API v2; `url` is the part before `/swap`. `1inch`: its swap API v6; `url` is the part
   * before the chain id.
   */
  kind: v.picklist(['0x', '1inch']),
  /** The id of the provider. @default its kind */
  id: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?!pools$|wrap$)[a-z0-9][a-z0-9-]{0,31}$/,
        'Expected small letters, digits and hyphens',
      ),
    ),
  ),
  /** The name that users see. @default its kind */
  name: v.optional(label),
  url: httpUrl,
  apiKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
  /**
   * The only contract that the service's transactions may call, and that users allow to spend their
   * tokens.
   */
  spender: evmAddress,
  /**
   * CAIP-2 ids of the networks on which the service is used. @default the twelve of `swapNetworks`
   */
  networks: v.optional(v.pipe(v.array(v.string()), v.maxLength(64)), [...swapNetworks]),
})

/**
 * Other services that quote swaps and build transactions. They are used in addition to the pools on
 * the chain, and their answers are checked.
 */
export const swapApis = v.optional(
  v.pipe(
    v.array(swapApi),
    v.maxLength(4),
    v.check(
      (list) => new Set(list.map(({ id, kind }) => id ?? kind)).size === list.length,
      'Every id may be given once',
    ),
  ),
  [],
)
