/** The functions of contracts, as text. Source: the ABI of Solidity */
import { isHex, type Hex } from '@latchkey/protocol/evmSignature/hex'
import { maxFunction } from '@latchkey/protocol/sessions/walletGrants'
import { hashOfText, wordOf } from '@latchkey/protocol/smartAccounts/words'

/** A function with its selector. `types` are those of its arguments, in order. */
export type ContractFunction = { signature: string; selector: Hex; types: readonly string[] }

/**
 * Reads a function such as `buy(uint256)`. `uint` and `int` get their size. Undefined for anything
 * that is no function of the ABI.
 */
export function readFunction(text: string): ContractFunction | undefined {
  if (text.length > maxFunction) return undefined
  const parts = /^\s*(?:function\s+)?([A-Za-z_$][\w$]{0,99})\s*\(([\w\s,()[\]]*)\)\s*$/.exec(text)
  const [, name, list] = parts ?? []
  if (name === undefined || list === undefined) return undefined
  const types = readTypes(list.replaceAll(/\s*([,()[\]])\s*/g, '$1').trim())
  if (!types) return undefined
  const signature = `${name}(${types.join(',')})`
  if (signature.length > maxFunction) return undefined // `uint` has become longer
  return { signature, selector: selectorOf(signature), types }
}

const selectorOf = (signature: string): Hex => `0x${hashOfText(signature).slice(0, 8)}`

/** Reads the types of a list. Undefined if one is none. */
function readTypes(list: string): readonly string[] | undefined {
  if (list === '') return []
  const types = split(list)?.map(readType)
  return types?.every((type) => type !== undefined) ? types : undefined
}

/** Splits a list at the commas that are in no brackets. */
function split(list: string): readonly string[] | undefined {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth < 0 || depth > 8) return undefined
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + letter)
  }
  return depth === 0 ? parts : undefined
}

function readType(text: string): string | undefined {
  const [, base, arrays] = /^(.*?)((?:\[\d{0,4}\])*)$/.exec(text) ?? []
  if (base === undefined || arrays === undefined) return undefined
  const tuple = /^\((.*)\)$/.exec(base)?.[1]
  if (tuple !== undefined) {
    const members = readTypes(tuple)
    return members && members.length > 0 ? `(${members.join(',')})${arrays}` : undefined
  }
  const elementary = base === 'uint' || base === 'int' ? `${base}256` : base
  return isElementary(elementary) ? elementary + arrays : undefined
}

/** The number of bits or bytes of an elementary type, where it has one. */
const sizeOf = (type: string): number => Number(/\d+$/.exec(type)?.[0] ?? 0)

function isElementary(type: string): boolean {
  if (['address', 'bool', 'string', 'bytes', 'function'].includes(type)) return true
  const size = sizeOf(type)
  if (/^u?int[1-9]\d{0,2}$/.test(type)) return size <= 256 && size % 8 === 0
  return /^bytes[1-9]\d?$/.test(type) && size <= 32
}

/** Whether each value of a type takes one word, which stands at the place of the argument. */
export const isOneWord = (type: string): boolean =>
  isElementary(type) && !['string', 'bytes', 'function'].includes(type)

/**
 * Writes the value of an argument as a word. Undefined if the type has no such value.
 * @param value hex, a decimal number as text or number, or a boolean
 */
export function wordOfValue(type: string, value: unknown): Hex | undefined {
  if (!isOneWord(type)) return undefined
  if (type === 'bool') return typeof value === 'boolean' ? `0x${wordOf(value ? 1 : 0)}` : undefined
  if (type.startsWith('bytes'))
    return isHex(value) && value.length === 2 + 2 * sizeOf(type)
      ? `0x${value.slice(2).toLowerCase().padEnd(64, '0')}`
      : undefined
  if (type === 'address')
    return isHex(value) && value.length === 42 ? `0x${wordOf(value)}` : undefined
  const number = readInteger(value)
  if (number === undefined) return undefined
  const word: Hex = `0x${BigInt.asUintN(256, number).toString(16).padStart(64, '0')}`
  return fits(type, number) ? word : undefined
}

/** Whether a contract accepts a word as an argument of a type. It reverts for others. */
export function isWordOf(type: string, word: Hex): boolean {
  if (!isOneWord(type) || word.length !== 66) return false
  const number = BigInt(word)
  if (type === 'bool') return number <= 1n
  if (type === 'address') return number >> 160n === 0n
  if (type.startsWith('bytes')) return /^0*$/.test(word.slice(2 + 2 * sizeOf(type)))
  return fits(type, type.startsWith('int') ? BigInt.asIntN(256, number) : number)
}

function fits(type: string, number: bigint): boolean {
  const size = sizeOf(type)
  return type.startsWith('uint')
    ? BigInt.asUintN(size, number) === number
    : BigInt.asIntN(size, number) === number
}

/** Reads a whole number: JSON's, decimal digits, or hex. Undefined for anything else. */
export function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || !/^(?:0x[\da-f]{1,64}|-?\d{1,78})$/i.test(value))
    return undefined
  return BigInt(value)
}
