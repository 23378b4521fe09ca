import { fault } from '../bridge/Fault.ts'
import { isRecord } from '@latchkey/protocol/isObject'
import { messages } from '../approve/messages.ts'
import type { TypedDataToApprove } from '../approve/typedData/ApproveTypedDataView.tsx'
import type { Field } from '../approve/typedData/readTypedData.ts'
import { readTypedData } from '../approve/typedData/readTypedData.ts'
import { listOf } from '../approve/typedData/readTypes.ts'
import { readValue } from '../approve/typedData/readValue.ts'
import { prepareVault } from './prepareVault.ts'
import { requireEvmAccount } from './requireAccount.ts'
import { signTypedData } from './signTypedData.ts'
import type { SigningCall } from './signingMethods.ts'

/** Fields of one message that are shown; one with more is refused. */
const mostFields = 100
/** What a visitor reads as the kind of data; the oldest form has no name. */
const kind = 'eth_signTypedData'

/** One value of the oldest typed data. */
type Value = { name: string; type: string; value: string | bigint | boolean }

/** Signs typed data without lists; without them it is signed as version 4 is. `eth_signTypedData_v3` [address, data] @throws Fault -32602 for data with lists */
export async function signTypedDataV3(call: SigningCall): Promise<string> {
  const [, value]: readonly unknown[] = Array.isArray(call.params) ? call.params : []
  const { types } = readTypedData(value)
  if (Object.values(types).some((members) => members.some(({ type }) => listOf(type)))) throw fault('invalidParams')
  return signTypedData(call)
}

/** Signs the oldest typed data, which names no application and no network; the visitor is told so. Some sites ask for version 4 by this name. `eth_signTypedData` [values, address] or [address, data] */
export async function signTypedDataV1(call: SigningCall): Promise<string> {
  const { wallet, network, params, request } = call
  const [first, claimed]: readonly unknown[] = Array.isArray(params) ? params : []
  if (!Array.isArray(first)) return signTypedData(call)
  const address = await requireEvmAccount(wallet, claimed)
  const values = readValues(first)
  const openVault = prepareVault()
  await wallet.stage.ask<TypedDataToApprove, void>({
    load: () => import('../approve/typedData/ApproveTypedDataView.tsx'),
    params: { domain: {}, primaryType: kind, fields: values.map(({ name, type, value }): Field => ({ name, type, value: String(value) })), permit: undefined, address, network },
    title: () => call.wallet.language.words(messages).typedDataTitle,
    signal: request.signal,
  })
  const { withKeysOf } = await openVault()
  const hash = await hashOf(values)
  return withKeysOf(wallet, address, (keys) => keys.evm.sign({ hash }))
}

function readValues(list: readonly unknown[]): readonly Value[] {
  if (list.length === 0 || list.length > mostFields) throw fault('invalidParams')
  return list.map((one) => {
    const { name, type, value } = isRecord(one) ? one : {}
    if (typeof name !== 'string' || typeof type !== 'string' || name.length > 256) throw fault('invalidParams')
    return { name, type, value: readValue(type, value) }
  })
}

/** The hash of two hashes: of the names with their types, and of the values, each packed. */
async function hashOf(values: readonly Value[]): Promise<`0x${string}`> {
  const { concat, encodePacked, keccak256 } = await import('viem/utils')
  try {
    const names = encodePacked(values.map(() => 'string'), values.map(({ type, name }) => `${type} ${name}`))
    return keccak256(concat([keccak256(names), keccak256(encodePacked(values.map(({ type }) => type), values.map(({ value }) => value)))]))
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}
