import { fromHex, toHex } from '@latchkey/protocol/hex'
import { partsOf } from '@latchkey/protocol/isObject'
import { ProviderError } from '../../providerError.ts'
import type { BitcoinKey } from '../bitcoinAccounts.ts'
import type { BitcoinOwner } from '../BitcoinOwner.ts'

/**
 * The wallet with the older interface that Leather has: `request` rejects with the whole answer,
 * addresses have a `symbol` and a `type`, and PSBTs are in hex.
 */
export function leatherFace(owner: BitcoinOwner) {
  return {
    async request(method: string, params: unknown) {
      owner.requests.push(method)
      try {
        return { jsonrpc: '2.0', id: '1', result: await answer(owner, method, partsOf(params)) }
      } catch (error) {
        const { message, code = -32603 } = error as { message: string; code?: number }
        // it rejects with an object, as Leather does
        // eslint-disable-next-line no-throw-literal
        throw { jsonrpc: '2.0', id: '1', error: { code, message } } as unknown as Error
      }
    },
  }
}

async function answer(
  owner: BitcoinOwner,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (method === 'getAddresses') {
    await owner.connect()
    const [selected] = owner.accounts
    return {
      addresses: [
        ...[selected?.payment, selected?.ordinals].flatMap((key) => (key ? [entryOf(key)] : [])),
        { symbol: 'STX', address: 'SP000000000000000000002Q6VF78', publicKey: '' },
      ],
    }
  }
  if (method !== 'signMessage' && method !== 'signPsbt')
    throw new ProviderError(-32601, `"${method}" is not supported.`)
  const { hex, signAtIndex, message, paymentType } = params
  const [selected] = owner.accounts
  if (!selected) throw new ProviderError(4100, 'The wallet is locked.')
  const { payment, ordinals } = selected
  if (method === 'signMessage') {
    const { address } = paymentType === 'p2tr' ? ordinals : payment
    return { signature: await owner.signMessage(address, String(message)), address }
  }
  const indexes = [signAtIndex].flat() as readonly number[] // what the interface requires
  const signed = await owner.signPsbt(
    fromHex(String(hex)),
    indexes.map((index) => ({ index, address: payment.address })),
  )
  return { hex: toHex(signed) }
}

const entryOf = ({ address, form, publicKey, path }: BitcoinKey) => ({
  symbol: 'BTC',
  type: form,
  address,
  publicKey: toHex(publicKey),
  derivationPath: path,
})
