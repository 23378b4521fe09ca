import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Domain } from './readDomain.ts'
import { typeText } from './readTypes.ts'
import type { Types } from './readTypes.ts'
import { listOf } from './readTypes.ts'
import type { Field } from './readTypedData.ts'

/** The content of an approval of typed data: its domain, its type, and its fields. */
type Shown = { domain: Domain; types: Types; primaryType: string; fields: readonly Field[] }

/**
 * Computes the hash for a signature of typed data from the texts on the screen, not from the
 * site's request. So the visitor signs exactly what is shown.
 * EIP-712: `keccak256("\x19\x01" ‖ domainSeparator ‖ hashStruct(message))`
 */
export function hashOfShown({ domain, types, primaryType, fields }: Shown): Uint8Array {
  const domainFields = (types['EIP712Domain'] ?? []).map(
    ({ name, type }): Field => ({ name, type, value: String(domain[name as keyof Domain]) }),
  ) // the cast is safe: `readDomain` allows only members of the domain in this type
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      hashOfStruct(types, 'EIP712Domain', domainFields),
      hashOfStruct(types, primaryType, fields),
    ),
  )
}

function hashOfStruct(types: Types, name: string, fields: readonly Field[]): Uint8Array {
  return keccak_256(
    concatBytes(
      keccak_256(utf8ToBytes(typeText(types, name))),
      ...fields.map((field) => encode(types, field)),
    ),
  )
}

/** Encodes a field as 32 bytes. EIP-712, `encodeData` */
function encode(types: Types, { type, value = '', fields = [] }: Field): Uint8Array {
  if (listOf(type)) return keccak_256(concatBytes(...fields.map((field) => encode(types, field))))
  if (Object.hasOwn(types, type)) return hashOfStruct(types, type, fields)
  if (type === 'string') return keccak_256(utf8ToBytes(value))
  if (type === 'bytes') return keccak_256(hexToBytes(value.slice(2)))
  if (type.startsWith('bytes')) return hexToBytes(value.slice(2).padEnd(64, '0'))
  if (type === 'bool') return wordOf(value === 'true' ? 1n : 0n)
  return wordOf(BigInt(value))
}

const wordOf = (number: bigint) =>
  hexToBytes(BigInt.asUintN(256, number).toString(16).padStart(64, '0'))
