import * as v from 'valibot'
import { isAddress, readBase58 } from '../wire/base.ts'

/** An address. */
export const address = v.pipe(
  v.string(),
  v.check((text) => isAddress(text), 'Invalid param: Invalid'),
)

/** The signature of a transaction. */
export const signature = v.pipe(
  v.string(),
  v.check((text) => readBase58(text, 64)?.length === 64, 'Invalid param: Invalid'),
)

/** A blockhash. */
export const hash = v.pipe(
  v.string(),
  v.check((text) => isAddress(text), 'Invalid param: Invalid'),
)

/** A count or a slot. */
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A commitment; see {@link place}. */
export const commitment = v.picklist(['processed', 'confirmed', 'finalized'])

/** Parameters of almost every call: the state that it reads. */
export const place = { commitment: v.nullish(commitment), minContextSlot: v.nullish(whole) }

/** The last parameter of calls without further options. */
export const atPlace = v.nullish(v.object(place))

/** Options of calls that return accounts. */
export const ofAccounts = {
  ...place,
  encoding: v.nullish(v.picklist(['base58', 'base64', 'jsonParsed'])),
  dataSlice: v.nullish(v.object({ offset: whole, length: whole })),
}

/** Options of calls that return transactions. */
export const ofTransactions = {
  commitment: v.nullish(commitment),
  encoding: v.nullish(v.picklist(['json', 'jsonParsed', 'base58', 'base64'])),
  maxSupportedTransactionVersion: v.nullish(whole),
}
