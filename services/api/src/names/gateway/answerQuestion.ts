import { encodeAbiParameters, zeroAddress, type Hex } from 'viem'
import { etherCoinType } from '@latchkey/protocol/coinType'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import type { Register } from '../createRegister.ts'
import type { Question } from './readQuestion.ts'
import { readReverseName } from './reverseName.ts'

/** The part of the register that is asked. */
export type NameSource = Pick<Register, 'find' | 'namesOf'>

/**
 * What the register knows, ABI-encoded as the function returns it. A name that nobody has, and a
 * record that a name lacks, are zero or empty. An address is told for the coin types of the record
 * alone: the same address on another network may belong to nobody.
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

/** In lower case, as encoded bytes are. */
function addressIn(record: ProfileRecord | undefined, coinType: number | bigint): Hex | undefined {
  const address = record?.addresses[String(coinType)]?.address.toLowerCase()
  return isEvmAddress(address) ? address : undefined
}

/** The key that ENS has for what the attribute says. Source: ENSIP-5 */
const attributeOf: ReadonlyMap<string, string> = new Map([['description', 'bio']])

function textIn(record: ProfileRecord | undefined, key: string): string {
  const attributes = record?.attributes ?? {}
  const attribute = [key, attributeOf.get(key) ?? key].find((one) => Object.hasOwn(attributes, one))
  return (attribute !== undefined && attributes[attribute]) || ''
}

/** The oldest name of an account that leads to it for the coin type; empty where there is none. */
async function primaryName(register: NameSource, reverseName: string): Promise<string> {
  const asked = readReverseName(reverseName)
  const records = asked ? await register.namesOf(asked.account) : []
  return (
    records.find((record) => addressIn(record, asked?.coinType ?? 0) === asked?.account)?.name ?? ''
  )
}
