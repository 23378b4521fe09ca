import * as v from 'valibot'
import { hashTypedData } from 'viem'
import { permittedSigner } from '../walletCore.ts'
import { address, invalidParams, messageCharacters, walletMethod } from '../walletMethod.ts'

const fields = v.array(v.object({ name: v.string(), type: v.string() }))
const typedData = v.object({
  types: v.record(v.string(), fields),
  primaryType: v.string(),
  domain: v.record(v.string(), v.unknown()),
  message: v.record(v.string(), v.unknown()),
})
const text = v.pipe(v.string(), v.maxLength(messageCharacters, 'The data is too long'))

/** Signs typed data. Parameters: address, the data as JSON or as an object. Source: EIP-712 */
export const eth_signTypedData_v4 = walletMethod(
  v.tuple([address, v.union([text, v.looseObject({})])]),
  async (wallet, [from, typedDataJson]) => {
    const signer = permittedSigner(wallet, from)
    const data = readTypedData(typedDataJson)
    const { chainId, name } = data.domain
    const { chain } = wallet.store.getState()
    if (chainId !== undefined && Number(chainId) !== chain.id)
      throw invalidParams('The domain names another chain than the active one.')
    await wallet.consentQueue.request({
      type: 'signTypedData',
      origin: wallet.origin,
      address: from,
      domain: typeof name === 'string' ? name : '',
      primaryType: data.primaryType,
      json: JSON.stringify(data.message, null, 2),
    })
    return signer.signTypedData(data)
  },
)

/** Parses typed data, and checks that it can be hashed. @throws ProviderError -32602 */
function readTypedData(typedDataJson: unknown) {
  const read = v.safeParse(
    typedData,
    typeof typedDataJson === 'string' ? parseJson(typedDataJson) : typedDataJson,
  )
  if (!read.success) throw invalidParams(v.summarize(read.issues))
  if (JSON.stringify(read.output).length > messageCharacters)
    throw invalidParams('The data is too long')
  try {
    // the hash is not needed here: this only checks that the data can be signed, before the owner
    // is involved
    hashTypedData(read.output)
  } catch (error) {
    throw invalidParams(error instanceof Error ? error.message : 'The data does not fit its types.')
  }
  return read.output
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParams('Expected JSON')
  }
}
