import { fromBase58 } from '@latchkey/protocol/base58'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import type { WireInstruction, WireTransaction } from './blockWire.ts'
import { isTokenProgram, programs } from '../programs.ts'

/**
 * An instruction with the addresses of its accounts. `isOuter`: it is one of the transaction's own
 * instructions, and not one that a program called.
 */
export type Instruction = { program: Hex; accounts: readonly Hex[]; data: Buffer; isOuter: boolean }

/**
 * All instructions of a transaction in the order in which they ran.
 * @throws RangeError when an index is beyond the addresses
 */
export function instructionsOf(
  { transaction: { message }, meta: { innerInstructions } }: WireTransaction,
  accounts: readonly Hex[],
): readonly Instruction[] {
  const at = (place: number): Hex => {
    const found = accounts[place]
    if (!found) throw new RangeError('An instruction names an address that is not there')
    return found
  }
  const read = (
    { programIdIndex, accounts: places, data }: WireInstruction,
    isOuter: boolean,
  ): Instruction => ({
    program: at(programIdIndex),
    accounts: places.map(at),
    data: Buffer.from(fromBase58(data)),
    isOuter,
  })
  if (innerInstructions?.some(({ index }) => index >= message.instructions.length))
    throw new RangeError('Calls of an instruction that is not there')
  return message.instructions.flatMap((outer, index) => [
    read(outer, true),
    ...(innerInstructions ?? [])
      .filter((instruction) => instruction.index === index)
      .flatMap(({ instructions }) => instructions.map((inner) => read(inner, false))),
  ])
}

/**
 * The number of the instruction within its program, for the system, token, stake and loader
 * programs. Undefined for other programs, and if there is no data.
 */
export function numberOf({ program, data }: Instruction): number | undefined {
  if (isTokenProgram(program)) return data[0]
  const isWide =
    program === programs.system || program === programs.stake || program === programs.loader
  return isWide && data.length >= 4 ? data.readUInt32LE(0) : undefined
}

/**
 * The amount at an offset of an instruction's data, in lamports or in a token's smallest unit.
 * Undefined if the data is too short.
 */
export function amountAt(data: Buffer, place: number): bigint | undefined {
  return data.length >= place + 8 ? data.readBigUInt64LE(place) : undefined
}
