import type { Address } from '../decode/Effect.ts'
import type { Struct, TypedValue } from './readTypedData.ts'

// The casts in this file are safe: the caller has compared the whole type of the data, so each
// member has exactly the type that is read here.

/** The address of a member. */
export const addressAt = (struct: Struct, name: string) => struct[name] as Address
/** The number of a member. */
export const numberAt = (struct: Struct, name: string) => struct[name] as bigint
/** The hex of a member. */
export const bytesAt = (struct: Struct, name: string) => struct[name] as `0x${string}`
/** The struct of a member. */
export const structAt = (struct: Struct, name: string) => struct[name] as Struct
/** The structs of a member that is a list of structs. */
export const structsAt = (struct: Struct, name: string): readonly Struct[] =>
  (struct[name] as readonly TypedValue[]).map((value) => value as Struct)
