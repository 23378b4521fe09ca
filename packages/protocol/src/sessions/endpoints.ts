/** The sessions of an account in the API. docs/contracts/api.md#sessions */
import * as v from 'valibot'
import { caller, get, post } from '../api.ts'
import { isEvmAddress } from '../chains/evm.ts'
import { isAccountId } from '../caip.ts'
import { isHex, type Hex } from '../evmSignature/hex.ts'
import { counts } from '../limits.ts'
import { listOf } from '../listOf.ts'

/** A CAIP-10 id of eip155; or a plain address, which means all networks. */
const account = v.custom<string>(
  (value) => isEvmAddress(value) || (isAccountId(value) && isEvmAddress(value.split(':')[2])),
  'Invalid CAIP Address',
)
const call = { ...caller, id: account }
const pci = v.pipe(v.string(), v.uuid('Invalid pci'), v.toLowerCase())
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const context = v.pipe(
  v.string(),
  v.maxLength(2 + 2 * 16_384),
  v.custom<Hex>(isHex, 'Expected bytes in hex'),
)

/** A part of a request whose data is of its type's own form. */
const part = v.object({ type: v.pipe(v.string(), v.maxLength(64)), data: v.unknown() })
const parts = listOf(part, counts.sessionParts)

/** How a site describes itself. The API shows a page's own origin, whatever its page says. */
const site = v.object({
  name: v.pipe(v.string(), v.maxLength(256)),
  url: v.pipe(v.string(), v.maxLength(counts.walletLink)),
  iconUrl: v.nullish(v.pipe(v.string(), v.maxLength(counts.walletLink))),
})

/** What a site wants to be granted. The API keeps it for a while, and proves nothing with it. */
const wish = { expiry: seconds, signer: part, permissions: parts, policies: v.optional(parts, []) }

/** Where a session stands. The chain decides. */
export const sessionStates = [
  /** It counts. */
  'active',
  /** Its end has passed. */
  'expired',
  /** The account has ended it. */
  'revoked',
  /** The account is no smart account now, or the contracts are paused. */
  'suspended',
  /** No node answered. */
  'unknown',
] as const
export type SessionState = (typeof sessionStates)[number]

const decimal = v.pipe(v.string(), v.regex(/^\d{1,78}$/))

/** A session of an account. Times are in seconds since 1970. */
export const sessionShape = v.object({
  pci,
  /** The site that asked, as it described itself. */
  project: v.object({
    id: v.string(),
    name: v.string(),
    url: v.string(),
    iconUrl: v.nullable(v.string()),
  }),
  /** CAIP-10 */
  account: v.string(),
  createdAt: seconds,
  expiry: seconds,
  /** What the chain enforces, read from the context. `permissions.ts` */
  permissions: v.array(part),
  policies: v.array(part),
  context: v.custom<Hex>(isHex),
  state: v.picklist(sessionStates),
  revokedAt: v.nullable(seconds),
  /** What it can take now, in base units. Null where it is not known. */
  available: v.nullable(decimal),
  /** How often it can still be used. Null without a limit, and where it is not known. */
  usesLeft: v.nullish(decimal),
})
export type Session = v.InferOutput<typeof sessionShape>

/** Announces a session, before the wallet is asked. */
export const createSession = post(
  '/v1/sessions/{id}',
  v.object(call),
  v.object({ ...wish, project: v.optional(site) }),
  v.object({ pci }),
)

/**
 * Records what the wallet granted. The context has to be signed by the account. The answer has the
 * id of an earlier session if the same context was recorded for it.
 */
export const activateSession = post(
  '/v1/sessions/{id}/activate',
  v.object(call),
  v.object({ ...wish, pci, context }),
  v.object({ success: v.literal(true), pci: v.optional(pci) }),
)

export const listSessions = get(
  '/v1/sessions/{id}',
  v.object(call),
  // null: this API records no sessions
  v.object({ pcis: v.nullable(listOf(sessionShape, counts.sessions)) }),
)

export const sessionContext = get(
  '/v1/sessions/{id}/getcontext',
  v.object({ ...call, pci }),
  v.object({ context: v.custom<Hex>(isHex) }),
)

/** Marks a session as revoked. `signature` is the account's over the pci (EIP-191). */
export const revokeSession = post(
  '/v1/sessions/{id}/revoke',
  v.object(call),
  v.object({
    pci,
    signature: v.pipe(
      v.string(),
      v.maxLength(2_050),
      v.custom<Hex>(isHex, 'Expected bytes in hex'),
    ),
  }),
  v.object({ success: v.literal(true) }),
)
