import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { programs } from '../programs.ts'

/** The first byte of the selector, by program. Instructions of other programs have no selector. */
const programByte: Readonly<Record<string, string>> = {
  [programs.system]: '01',
  [programs.token]: '02',
  [programs.token2022]: '02',
  [programs.stake]: '03',
}

/**
 * Names an instruction like a selector of EVM: a byte for the program, and the instruction's
 * number. Null for other programs, and for a number of more than three bytes.
 */
export function selectorOf(program: string, instruction: number): Hex | null {
  const byte = programByte[program]
  return byte === undefined || instruction > 0xffffff
    ? null
    : `0x${byte}${instruction.toString(16).padStart(6, '0')}`
}
