import * as v from 'valibot'
import { swapNetworks } from '@latchkey/protocol/convert'
import { evmAddress } from '../chains/evm/evmKeys.ts'
import { httpUrl, label } from '../optionParts.ts'

/** Time limit of each swap provider for a quote or a transaction, in milliseconds. */
export const swapTimeLimit = 5_000

/** Another service's swaps, over HTTP. */
const swapApi = v.strictObject({
  /**
   * `0x`: its API v2, `url` ends before `/swap`. `1inch`: its swap API v6, `url` ends before the
   * chain id.
   */
  kind: v.picklist(['0x', '1inch']),
  /** @default its kind */
  id: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?!pools$|wrap$)[a-z0-9][a-z0-9-]{0,31}$/,
        'Expected small letters, digits and hyphens',
      ),
    ),
  ),
  /** Shown to users. @default its kind */
  name: v.optional(label),
  url: httpUrl,
  apiKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
  /**
   * The only contract that its transactions may call, and that users allow to spend their tokens.
   */
  spender: evmAddress,
  /** CAIP-2 ids of the networks that it serves. @default the twelve of `swapNetworks` */
  networks: v.optional(v.pipe(v.array(v.string()), v.maxLength(64)), [...swapNetworks]),
})

/**
 * Other services that quote swaps and build their transactions. They are requested in addition to
 * the pools, and all answers are checked.
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
