import { isObject } from '@latchkey/protocol/isObject'
import { readSafely } from './readSafely.ts'

/**
 * The built-in getters for the length and the type of a byte array. They are correct even if an
 * object overrides them or comes from another frame.
 */
const byteArrayProperties = Object.getOwnPropertyDescriptors(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  // the cast: JavaScript defines both getters
) as { length?: PropertyDescriptor; [Symbol.toStringTag]?: PropertyDescriptor }

/**
 * Copies a wallet's bytes. Undefined for other values, and if there are too few or too many bytes.
 */
export function bytesIn(
  value: unknown,
  [min, max]: readonly [min: number, max: number],
): Uint8Array<ArrayBuffer> | undefined {
  if (
    !isObject(value) ||
    readSafely(
      () => byteArrayProperties[Symbol.toStringTag]?.get?.call(value) as unknown,
      undefined,
    ) !== 'Uint8Array'
  )
    return undefined
  const length = Number(byteArrayProperties.length?.get?.call(value))
  return length >= min && length <= max
    ? Uint8Array.from({ length }, (_, index) => Number(value[index]))
    : undefined
}
