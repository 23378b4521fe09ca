import { fault } from '../bridge/Fault.ts'
import { readTypedData } from '../approve/typedData/readTypedData.ts'
import { listOf } from '../approve/typedData/readTypes.ts'
import { isRefused } from '../approve/verdicts.ts'
import { signTypedData } from './signTypedData.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Signs typed data of version 3. Without lists, the signature is the same as in version 4.
 * `eth_signTypedData_v3` [address, data]
 * @throws Fault -32602 for data with lists
 */
export async function signTypedDataV3(call: SigningCall): Promise<string> {
  const [, value]: readonly unknown[] = Array.isArray(call.params) ? call.params : []
  const { types } = readTypedData(value)
  if (Object.values(types).some((members) => members.some(({ type }) => listOf(type))))
    throw fault('invalidParams')
  return signTypedData(call)
}

/**
 * Signs typed data of version 4, which some sites request as `eth_signTypedData` [address, data].
 * The first version, a list of values, is refused: it signs the values without their lengths, so
 * that `no` and `thing to see` have the same signature as `nothing to se` and `e`.
 * @throws Fault 4200 for the first version
 */
export async function signTypedDataV1(call: SigningCall): Promise<string> {
  const values: readonly unknown[] = Array.isArray(call.params) ? call.params : []
  const isFirst = values.some(
    (value) =>
      Array.isArray(value) || (typeof value === 'string' && value.trimStart().startsWith('[')),
  )
  if (isFirst && isRefused('firstTypedData')) throw fault('unsupportedMethod')
  return signTypedData(call)
}
