import { encodeAbiParameters, zeroAddress, type Hex } from 'viem'
import { etherCoinType } from '@latchkey/protocol/coinType'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import type { Register } from '../createRegister.ts'
import type { Question } from './readQuestion.ts'
import { readReverseName } from './reverseName.ts'
import { evmKey } from '../../chains/evm/evmKeys.ts'

/** The functions of the register that answers need. */
export type NameSource = Pick<Register, 'find' | 'namesOf'>

/**
 * Answers a question from the register. The answer is the ABI-encoded result of the function. For
 * an unregistered name, and for a record that a name lacks, the result is zero or empty. An address
 * is returned only for the coin types in the name's record, because the same address on another
 * network may belong to someone else.
 * @throws DatabaseError while the database does not answer
 */
export async function answerQuestion(
  register: NameSource,
  name: string,
  question: Question,
): Promise<Hex> {
  switch (question.functionName) {
    case 'addr': {
      const record = await register.find(name)
      const [, coinType] = question.args
      if (coinType === undefined)
        return encodeAbiParameters(
          [{ type: 'address' }],
          [addressIn(record, etherCoinType) ?? zeroAddress],
        )
      return encodeAbiParameters([{ type: 'bytes' }], [addressIn(record, coinType) ?? '0x'])
    }
    case 'text':
      return encodeAbiParameters(
        [{ type: 'string' }],
        [textIn(await register.find(name), question.args[1])],
      )
    case 'name':
      return encodeAbiParameters([{ type: 'string' }], [await primaryName(register, name)])
    case 'contenthash':
      return encodeAbiParameters([{ type: 'bytes' }], ['0x'])
  }
}

/** The record's address for a coin type, in lower case, as in ABI-encoded bytes. */
function addressIn(record: ProfileRecord | undefined, coinType: number | bigint): Hex | undefined {
  const { address: text } = record?.addresses[String(coinType)] ?? {}
  const address = text && evmKey(text)
  return isEvmAddress(address) ? address : undefined
}

/** For ENS text records whose key differs from the attribute: the attribute. Source: ENSIP-5 */
const attributeOf: ReadonlyMap<string, string> = new Map([['description', 'bio']])

function textIn(record: ProfileRecord | undefined, key: string): string {
  const attributes = record?.attributes ?? {}
  const attribute = [key, attributeOf.get(key) ?? key].find((candidate) =>
    Object.hasOwn(attributes, candidate),
  )
  return (attribute !== undefined && attributes[attribute]) || ''
}

/**
 * The oldest of an account's names whose address for the coin type is the account's; empty if there
 * is none.
 */
async function primaryName(register: NameSource, reverseName: string): Promise<string> {
  const reversed = readReverseName(reverseName)
  const records = reversed ? await register.namesOf(reversed.account) : []
  return (
    records.find((record) => addressIn(record, reversed?.coinType ?? 0) === reversed?.account)
      ?.name ?? ''
  )
}
