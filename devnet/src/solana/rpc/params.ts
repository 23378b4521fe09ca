import * as v from 'valibot'
import { isAddress, readBase58 } from '../wire/base.ts'

/** The schema of an address. */
export const address = v.pipe(
  v.string(),
  v.check((text) => isAddress(text), 'Invalid param: Invalid'),
)

/** The schema of a transaction's signature. */
export const signature = v.pipe(
  v.string(),
  v.check((text) => readBase58(text, 64)?.length === 64, 'Invalid param: Invalid'),
)

/** The schema of a blockhash. */
export const hash = v.pipe(
  v.string(),
  v.check((text) => isAddress(text), 'Invalid param: Invalid'),
)

/** The schema of a count or a slot. */
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The schema of a commitment. */
export const commitment = v.picklist(['processed', 'confirmed', 'finalized'])

/** The schemas of two parameters of almost every call: they choose the state that it reads. */
export const place = { commitment: v.nullish(commitment), minContextSlot: v.nullish(whole) }

/** The schema of the last parameter of a call that has no further options. */
export const atPlace = v.nullish(v.object(place))

/** The schemas of the options of calls that return accounts. */
export const ofAccounts = {
  ...place,
  encoding: v.nullish(v.picklist(['base58', 'base64', 'jsonParsed'])),
  dataSlice: v.nullish(v.object({ offset: whole, length: whole })),
}

/** The schemas of the options of calls that return transactions. */
export const ofTransactions = {
  commitment: v.nullish(commitment),
  encoding: v.nullish(v.picklist(['json', 'jsonParsed', 'base58', 'base64'])),
  maxSupportedTransactionVersion: v.nullish(whole),
}
