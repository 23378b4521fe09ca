/**
 * The requests with which the e-mail wallet stores its grants under the login, so that a new
 * browser lists them, too. They are like those of `walletServer.ts`, and a module of their own, so
 * that the frame loads them only when it needs them. docs/contracts/wallet-server.md#grants
 */
import * as v from 'valibot'
import { counts } from '../limits.ts'
import { listOf } from '../listOf.ts'
import { readUrl } from '../readUrl.ts'
import { isHex, type Hex } from '../evmSignature/hex.ts'
import type { WalletCall } from '../walletServer.ts'

/** Max bytes of a permission context that the wallet's server stores. */
export const maxStoredContext = 8_192

/** The most characters of a function: a longer one is read by no person. */
export const maxFunction = 256

/** A hash in lower case. */
const hash = v.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[\da-f]{64}$/.test(value),
  'Expected a hash',
)
/** A network of EVM as CAIP-2. */
const networkId = v.pipe(v.string(), v.regex(/^eip155:[1-9]\d{0,15}$/, 'Expected a network'))
const origin = v.pipe(
  v.string(),
  v.maxLength(300), // a host has up to 253 characters
  v.check((text) => readUrl(text)?.origin === text, 'Expected an origin'),
)
/** Milliseconds since 1970. */
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const grant = {
  networkId,
  /** What the site got: one signed delegation of the account. ERC-7715 */
  context: v.pipe(v.custom<Hex>(isHex, 'Expected bytes'), v.maxLength(2 + 2 * maxStoredContext)),
  origin,
  /** The name that the site claimed. */
  siteName: v.nullable(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(128),
      v.check((text) => [...text].length <= 64, 'Expected at most 64 characters'),
    ),
  ),
  grantedAt: time,
  /** The hash of the site's request, by which an equal request is recognised. */
  requestHash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, 'Expected a hash')),
  /** The seconds that the site wanted. The visitor may have granted fewer. */
  wantedSeconds: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** The functions that the site may call, as text, in their order. Empty for a spending. */
  signatures: listOf(
    v.pipe(v.string(), v.minLength(1), v.maxLength(maxFunction)),
    counts.sessionTargets,
  ),
}
const ownGrant = v.strictObject(grant)
/** A grant as the wallet stores it under the login. */
export type OwnGrant = v.InferOutput<typeof ownGrant>

const nothing = v.strictObject({})

/**
 * Stores a grant. A grant that is stored already stays as it is. The context's delegation has to be
 * the account's own.
 * - 400 `invalidRequest` for a context that is not readable, or of another account
 * - 403 `notRecovered` if the device does not know the phrase: it can't have signed anything
 * - 429 `tooManyRequests` if the account has 255 grants that have not ended
 */
export const putGrant = {
  path: '/v1/grants/put',
  params: v.strictObject({ grant: ownGrant }),
  result: nothing,
  needsLogin: true,
} as const satisfies WalletCall

/** Lists the grants of the account, the newest first. `endedAt`: when a device marked it. */
export const listGrants = {
  path: '/v1/grants',
  params: nothing,
  result: v.object({
    grants: listOf(v.object({ ...grant, endedAt: v.nullable(time) }), counts.sessions),
  }),
  needsLogin: true,
} as const satisfies WalletCall

/**
 * Marks a grant as ended, for good. `hash`: of its delegation. A grant that is not stored, or was
 * marked before, is no error. 403 `notRecovered` as for `putGrant`.
 */
export const endGrant = {
  path: '/v1/grants/end',
  params: v.strictObject({ networkId, hash }),
  result: nothing,
  needsLogin: true,
} as const satisfies WalletCall
