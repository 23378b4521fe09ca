import type { TypedDataDefinition } from 'viem'
import { fault as faultBy } from '../bridge/Fault.ts'
import { messages } from '../approve/messages.ts'
import type { TypedDataToApprove } from '../approve/typedData/ApproveTypedDataView.tsx'
import { kindOfTypedData } from '../approve/typedData/kindOfTypedData.ts'
import { fieldsOf, readTypedData } from '../approve/typedData/readTypedData.ts'
import type { TypedData } from '../approve/typedData/readTypedData.ts'
import { isRefused } from '../approve/verdicts.ts'
import { prepareVault } from './prepareVault.ts'
import { requireAccount } from './requireAccount.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Signs typed data that the visitor has read. EIP-712. `eth_signTypedData_v4` [address, data]
 * @throws Fault `actionNotAllowed` for data that the table of verdicts refuses, -32602 for a
 *   value that is not typed data
 */
export async function signTypedData({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<string> {
  const [claimed, value]: readonly unknown[] = Array.isArray(params) ? params : []
  const address = await requireAccount(wallet, 'eip155', claimed)
  const data = readTypedData(value)
  const { kind, effects, fault } = kindOfTypedData(data, {
    account: address,
    networkId: network.networkId,
  })
  if (isRefused(kind)) throw faultBy('actionNotAllowed')
  const openVault = prepareVault()
  const fields = fieldsOf(data)
  await wallet.stage.ask<TypedDataToApprove, void>({
    load: () => import('../approve/typedData/ApproveTypedDataView.tsx'),
    params: {
      domain: data.domain,
      primaryType: data.primaryType,
      fields,
      kind,
      effects,
      ...(fault && { fault }),
      address,
      network,
    },
    title: () => wallet.language.words(messages).typedDataTitle,
    signal: request.signal,
  })
  const [{ withKeysOf }, hash] = await Promise.all([openVault(), hashToSign(data, fields)])
  return withKeysOf(wallet, address, (keys) => keys.evm.sign({ hash }))
}

/**
 * Returns the hash of the shown tree, which has to equal viem's hash of the data.
 * @throws Fault -32602 where it differs
 */
async function hashToSign(
  data: TypedData,
  fields: TypedDataToApprove['fields'],
): Promise<`0x${string}`> {
  const [{ hashOfShown }, { bytesToHex, hashTypedData }] = await Promise.all([
    import('../approve/typedData/hashOfShown.ts'),
    import('viem/utils'),
  ])
  try {
    const hash = bytesToHex(hashOfShown({ ...data, fields }))
    // viem checks each value against its type
    if (hashTypedData(data as unknown as TypedDataDefinition) === hash) return hash
  } catch (cause) {
    throw faultBy('invalidParams', { cause })
  }
  throw faultBy('invalidParams')
}
