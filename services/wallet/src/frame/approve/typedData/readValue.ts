import { isChecksummed } from '@latchkey/protocol/signIn/isChecksummed'
import { fault } from '../../bridge/Fault.ts'

/**
 * Reads a value of a type without members into the form that is signed and shown: whole
 * numbers as `bigint`, addresses in lower case.
 * @throws Fault -32602 for a value that is not of this type
 */
export function readValue(type: string, value: unknown): string | bigint | boolean {
  // half a surrogate pair would be signed as another character than the visitor sees
  if (type === 'string' && typeof value === 'string' && !/\p{Cs}/u.test(value)) return value
  if (type === 'bool' && typeof value === 'boolean') return value
  if (type === 'address' && typeof value === 'string' && isAddress(value))
    return value.toLowerCase()
  if (type.startsWith('bytes') && typeof value === 'string' && isBytes(value, type.slice(5)))
    return value.toLowerCase()
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(type) ?? []
  if (bits !== undefined)
    return readInteger(value, { isSigned: unsigned === '', bits: Number(bits) })
  throw fault('invalidParams')
}

/**
 * An address in lower case, in upper case, or with the mixed case of its checksum. Any other mix is
 * a typing error, and libraries refuse it. EIP-55
 */
const isAddress = (value: string) =>
  /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(value) ||
  (/^0x[0-9a-fA-F]{40}$/.test(value) && isChecksummed(value))
const isBytes = (value: string, size: string) =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(value) && (size === '' || value.length === 2 + Number(size) * 2)

/** Reads a whole number, given as a number, a decimal text or a hex text, within its bits. */
function readInteger(
  value: unknown,
  { isSigned, bits }: { isSigned: boolean; bits: number },
): bigint {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
  const isText = typeof value === 'string' && /^(?:0x[0-9a-fA-F]{1,64}|-?\d{1,78})$/.test(value)
  if (!isNumber && !isText) throw fault('invalidParams')
  const number = BigInt(value)
  if ((isSigned ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number)) !== number)
    throw fault('invalidParams')
  return number
}
