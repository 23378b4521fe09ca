import * as v from 'valibot'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { isChecksummed } from '@latchkey/protocol/signIn/isChecksummed'
import { ApiError } from '../apiError.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'

/** Limits of a message, which is a flat object that contains one map. */
const limits = { bytes: 16_384, depth: 2, values: 32 }

/**
 * Reads the content of a signed message. Source: docs/contracts/api.md#register-a-name
 * @throws ApiError 422
 */
export function readMessage<schema extends v.GenericSchema>(
  schema: schema,
  message: string,
): v.InferOutput<schema> {
  try {
    return readShape(schema, readJson(message, limits))
  } catch (error) {
    if (error instanceof BorderError)
      throw new ApiError(
        422,
        '',
        error.fault === 'shape'
          ? 'The message lacks a value, or has a wrong one'
          : 'The message is not JSON',
      )
    throw error
  }
}

/** The attributes that a name may have. Source: docs/contracts/api.md#register-a-name */
const attributes = v.strictObject({
  bio: v.optional(v.pipe(v.string(), v.regex(/^[a-zA-Z0-9 @:/._\-?&=+]{1,255}$/))),
})

/** Checks a name's attributes. @throws ApiError 400 `attributes` */
export function checkAttributes(map: Readonly<Record<string, string>>): void {
  if (!v.is(attributes, map))
    throw new ApiError(
      400,
      'attributes',
      'A name may have the attribute bio: 1 to 255 letters, digits, spaces and @:/._-?&=+',
    )
}

/**
 * Seconds by which the time of a change may be ahead of this machine's time. Every later change
 * needs a later time, so a time far ahead would block all other changes until then. Source:
 * docs/contracts/api.md#change-a-name
 */
export const maxSecondsAhead = 10

/**
 * Checks the time in a signed message.
 * @param options.now milliseconds
 * @param options.window seconds by which the time may differ
 * @param options.ahead seconds by which the time may be later than now @default `window`
 * @throws ApiError 400 `timestamp`
 */
export function checkTime(
  timestamp: number,
  { now, window, ahead = window }: { now: number; window: number; ahead?: number },
): void {
  const age = now / 1_000 - timestamp
  if (age > window || -age > Math.min(window, ahead))
    throw new ApiError(
      400,
      'timestamp',
      `The message has to be signed within ${window} s of its timestamp`,
    )
}

/**
 * Reads an address.
 * @returns the address in lower case
 * @throws ApiError 400 `address` for any other text, and for a wrong checksum (EIP-55)
 */
export function checkAddress(address: string): Hex {
  if (!isEvmAddress(address)) throw new ApiError(400, 'address', 'Invalid address')
  if (!isChecksummed(address))
    throw new ApiError(400, 'address', 'The case of the address is not that of its checksum')
  return evmKey(address)
}
