/** Names of accounts. docs/contracts/api.md#names */
import * as v from 'valibot'
import { caller, evmAddress, get, post } from './api.ts'

/** The time of a registration or a change, RFC 3339; null if it is unknown. */
const time = v.nullish(v.string())

/**
 * The record of a name. `addresses` are by coin type (SLIP-44, ENSIP-11) as text.
 * `attributes.avatar` is a picture inside the answer, or a URL of the operator's gateway.
 */
export const profileRecord = v.object({
  name: v.string(),
  registered_at: time,
  updated_at: time,
  attributes: v.nullish(v.record(v.string(), v.string())),
  addresses: v.record(v.string(), v.object({ address: v.string(), created_at: time })),
})
export type ProfileRecord = v.InferOutput<typeof profileRecord>

/** Max bytes of a name. Source: RFC 1035 */
const nameBytes = 255

const name = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((text) => new TextEncoder().encode(text).length <= nameBytes, 'The name is too long'),
)
const apiVersion = v.optional(v.picklist(['1', '2'], 'Expected 1 or 2'))

/**
 * The record of a name. With `apiVersion=2`, it is an empty list if the name has no owner.
 * docs/contracts/api.md#name-records
 */
export const profileAccount = get(
  '/v1/profile/account/{name}',
  v.object({ ...caller, name, apiVersion }),
  v.union([profileRecord, v.pipe(v.array(v.unknown()), v.maxLength(0))]),
)

/**
 * The names of an account, the oldest first. With `apiVersion=2`, it is an empty list if the
 * account has none. `sender` is accepted and ignored. docs/contracts/api.md#name-records
 */
export const profileReverse = get(
  '/v1/profile/reverse/{address}',
  v.object({
    ...caller,
    address: evmAddress,
    sender: v.optional(v.pipe(v.string(), v.maxLength(256))),
    apiVersion,
  }),
  v.array(profileRecord),
)

/**
 * Names that begin with the visitor's text: first the text itself, then free names.
 * docs/contracts/api.md#name-records
 */
export const profileSuggestions = get(
  '/v1/profile/suggestions/{name}',
  v.object({ ...caller, name, zone: v.optional(v.pipe(v.string(), v.maxLength(nameBytes))) }),
  v.object({ suggestions: v.array(v.object({ name: v.string(), registered: v.boolean() })) }),
)

/**
 * Max characters of a signed message and of its signature. A signature can be long: in ERC-6492 it
 * contains the data that deploys the account.
 */
const max = { message: 16_384, signature: 65_536 } as const

/**
 * A statement about a name, signed by an account. `message` is the exact JSON text that was signed
 * (EIP-191). `signature` is hex: of a key, of ERC-1271 or of ERC-6492. `coin_type` tells on which
 * network the signature is checked. docs/contracts/api.md#register-a-name
 */
const signed = v.object({
  message: v.pipe(v.string(), v.maxLength(max.message)),
  signature: v.pipe(
    v.string(),
    v.maxLength(max.signature),
    v.regex(/^0x(?:[0-9a-f]{2})*$/i, 'Invalid signature'),
  ),
  coin_type: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff)),
  address: v.string(),
})

/** A time in seconds since 1970. */
const timestamp = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER),
)
const attributes = v.record(v.string(), v.string())
/**
 * The host of the service to which a message is addressed, as the client knows it. It includes the
 * port, unless that is the scheme's default.
 */
const service = v.optional(v.pipe(v.string(), v.maxLength(nameBytes)))

/**
 * The content of a signed `message`, for each request. `name`: a change counts only for this name.
 * `service`: the message counts only for this service. docs/contracts/api.md#change-a-name
 */
export const registerMessage = v.object({
  name: v.string(),
  service,
  attributes: v.optional(attributes),
  timestamp,
})
export const attributesMessage = v.object({
  name: v.optional(v.string()),
  service,
  attributes,
  timestamp,
})
export const addressMessage = v.object({
  name: v.optional(v.string()),
  service,
  coin_type: signed.entries.coin_type,
  address: v.string(),
  timestamp,
})

/** Registers a name. The answer is its record. docs/contracts/api.md#register-a-name */
export const profileRegister = post('/v1/profile/account', v.object(caller), signed, profileRecord)

/**
 * Replaces the attributes of a name. The answer has all its attributes.
 * docs/contracts/api.md#change-a-name
 */
export const profileAttributes = post(
  '/v1/profile/account/{name}/attributes',
  v.object({ ...caller, name }),
  signed,
  attributes,
)

/**
 * Sets the address of a name for one coin type. The answer is this address.
 * docs/contracts/api.md#change-a-name
 */
export const profileAddress = post(
  '/v1/profile/account/{name}/address',
  v.object({ ...caller, name }),
  signed,
  profileRecord.entries.addresses,
)

/** Max bytes of a resolver's request: a name and the text of a key, with some room. */
const lookupBytes = 4_096
const lookupData = v.pipe(
  v.string(),
  v.maxLength(2 + 2 * lookupBytes, 'The request is too long'),
  v.regex(/^0x(?:[0-9a-f]{2})*$/i, 'Invalid hex'),
  v.transform((text) => text as `0x${string}`),
) // the pattern above checks it
const lookupAnswer = v.object({ data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/)) })

/**
 * The request that a resolver on a chain sends to its gateway; `data` may end with `.json`. The
 * answer is signed for `sender`, the resolver. EIP-3668; docs/contracts/api.md#names-over-ens
 */
export const profileLookup = get(
  '/v1/profile/ccip/{sender}/{data}',
  v.object({
    ...caller,
    sender: evmAddress,
    data: v.pipe(
      v.string(),
      v.transform((text) => text.replace(/\.json$/, '')),
      lookupData,
    ),
  }),
  lookupAnswer,
)

/** The same request by POST, for longer data. Source: EIP-3668 */
export const profilePostedLookup = post(
  '/v1/profile/ccip',
  v.object(caller),
  v.object({ sender: evmAddress, data: lookupData }),
  lookupAnswer,
)

/** The zones in which names can be registered. The first is the default. */
export const nameZones = ['reown.id', 'wcn.id'] as const

/**
 * Where a new label may have hyphens: not at its ends, and not as both third and fourth character,
 * where other encodings such as punycode have them. Source: RFC 5891, 4.2.3.1
 */
export const labelHyphens = /^(?!-)(?!..--).*(?<!-)$/s

/**
 * The rules for the part of a name before its zone. The kit applies them while the visitor types.
 * docs/contracts/product.md#account-names
 */
export const nameLabel = { min: 4, max: 64, characters: /^[a-z0-9-]*$/i } as const
