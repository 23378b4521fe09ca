import type { TypedDataDefinition } from 'viem'
import { fault as faultBy } from '../bridge/Fault.ts'
import { messages } from '../approve/messages.ts'
import type { TypedDataToApprove } from '../approve/typedData/ApproveTypedDataView.tsx'
import { faultOfPermit, readPermit } from '../approve/typedData/readPermit.ts'
import { fieldsOf, readTypedData } from '../approve/typedData/readTypedData.ts'
import { prepareVault } from './prepareVault.ts'
import { requireAccount } from './requireAccount.ts'
import type { SigningCall } from './signingMethods.ts'

/** Signs typed data that the visitor has read. EIP-712. `eth_signTypedData_v4` [address, data] */
export async function signTypedData({ wallet, network, params, request }: SigningCall): Promise<string> {
  const [claimed, value]: readonly unknown[] = Array.isArray(params) ? params : []
  const { eip155: address } = await requireAccount(wallet, 'eip155', claimed)
  const data = readTypedData(value)
  const permit = readPermit(data)
  const fault = permit && faultOfPermit(data, address)
  const openVault = prepareVault()
  await wallet.stage.ask<TypedDataToApprove, void>({
    load: () => import('../approve/typedData/ApproveTypedDataView.tsx'),
    params: { domain: data.domain, primaryType: data.primaryType, fields: fieldsOf(data), permit, ...(fault && { fault }), address, network },
    title: () => wallet.language.words(messages).typedDataTitle,
    signal: request.signal,
  })
  const { withKeysOf } = await openVault()
  return withKeysOf(wallet, address, async (keys) => {
    try {
      return await keys.evm.signTypedData(data as unknown as TypedDataDefinition) // viem checks each value against its type
    } catch (cause) {
      throw faultBy('invalidParams', { cause })
    }
  })
}
