/** Names of accounts. Source: blockchain API contract, section 8. */
import * as v from 'valibot'
import { caller, get } from './api.ts'

/** The time of a registration or a change, RFC 3339; null where unknown. */
const time = v.nullish(v.string())

/**
 * The record of a name. `addresses` by coin type (SLIP-44, ENSIP-11) as text; `attributes.avatar` is a picture inside the
 * answer or behind the operator's gateway.
 */
export const profileRecord = v.object({
  name: v.string(),
  registered_at: time,
  updated_at: time,
  attributes: v.nullish(v.record(v.string(), v.string())),
  addresses: v.record(v.string(), v.object({ address: v.string(), created_at: time })),
})
export type ProfileRecord = v.InferOutput<typeof profileRecord>

/** Bytes of a name. Source: RFC 1035 */
const nameBytes = 255

/** The owner of a name; with `apiVersion=2` an empty list when it has none. api 8 */
export const profileAccount = get(
  '/v1/profile/account/{name}',
  v.object({
    ...caller,
    name: v.pipe(v.string(), v.minLength(1), v.check((name) => new TextEncoder().encode(name).length <= nameBytes, 'The name is too long')),
    apiVersion: v.optional(v.picklist(['1', '2'], 'Expected 1 or 2')),
  }),
  v.union([profileRecord, v.pipe(v.array(v.unknown()), v.maxLength(0))]),
)
