import { readAddress, readU32 } from '../wire/base.ts'
import type { Message } from '../wire/readTransaction.ts'
import { systemProgram } from './accounts.ts'
import type { Chain } from './chain.ts'
import { slotLimits } from './slots.ts'
import type { Commitment } from './types.ts'

/**
 * Whether a message can still be executed at a commitment: its blockhash must be valid, or equal
 * the value in its nonce account.
 */
export function isAlive(
  { slots, accounts }: Chain,
  message: Message,
  commitment: Commitment,
): boolean {
  if (isValidHash(slots, message.blockhash, commitment)) return true
  const nonce = nonceAccountOf(message)
  const account = nonce === undefined ? undefined : accounts.read(nonce, commitment)
  // the data of a nonce account: version, state (1 is initialized), authority, value
  return (
    account?.owner === systemProgram &&
    account.data.length === 80 &&
    readU32(account.data, 4) === 1 &&
    readAddress(account.data, 40) === message.blockhash
  )
}

/** Whether a blockhash is valid at a commitment: it is known there, and at most 150 slots old. */
export function isValidHash(slots: Chain['slots'], hash: string, commitment: Commitment): boolean {
  const slot = slots.ofHash(hash)
  const now = slots.at(commitment).number
  return slot !== undefined && slot.number <= now && now - slot.number <= slotLimits.validity
}

/** The nonce account that the first instruction advances. Undefined if the message has none. */
function nonceAccountOf({ instructions, keys }: Message): string | undefined {
  const [first] = instructions
  if (
    !first ||
    keys[first.programIdIndex] !== systemProgram ||
    first.data.length < 4 ||
    readU32(first.data, 0) !== 4
  )
    return undefined
  const [index = -1] = first.accounts
  return keys[index]
}
