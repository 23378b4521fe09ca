import { getTransactionFee, prepareSend, sendPrepared } from 'latchkey'
import { networkIdOf } from '../otherNetworks.ts'
import type { OtherNetwork } from '../otherNetworks.ts'
import { endOf, faultOf } from './endOf.ts'
import type { Tips } from './tips.ts'

/** Tips in bitcoin. The kit chooses the coins and the fee. */
export const bitcoinTips = (network: OtherNetwork): Tips =>
  preparedTips(network, {
    bakers: 'bcrt1qar6hlpggnekgcmmwzadv9cxst3pkp7u08wrlxa',
    isAddress: (text) =>
      /^(?:bcrt1[02-9ac-hj-np-z]{8,87}|[2mn][1-9A-HJ-NP-Za-km-z]{25,34})$/.test(text),
  })

/** Tips in DOT. The kit makes the extrinsic. The price is made up, and only for the suggestions. */
export const polkadotTips = (network: OtherNetwork): Tips =>
  preparedTips(network, {
    price: 4,
    bakers: '5GZ93RF3DWF8jafgdKMxb1uum15qfSehyMFzJEJ4GaCJ343m',
    isAddress: (text) => /^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(text),
  })

/** Tips in the coin of a chain on which the kit prepares the whole transfer. */
function preparedTips(
  network: OtherNetwork,
  { price, bakers, isAddress }: Pick<Tips, 'bakers' | 'isAddress'> & { price?: number },
): Tips {
  const networkId = networkIdOf(network)
  const { symbol, decimals } = network.nativeCurrency
  return {
    networkId,
    coin: { id: networkId, symbol, decimals, ...(price !== undefined && { price }) },
    hasTokens: false,
    bakers,
    isAddress,
    async send(kit, { to, amount }, { signal, note }) {
      await kit.connect({ namespace: network.namespace, signal })
      const prepared = await prepareSend(kit, { to, amount, signal })
      const hash = await sendPrepared(kit, prepared)
      note('Sent. Waiting for a block.')
      const ended = await endOf(kit, hash, signal)
      const fault = faultOf(ended)
      if (fault !== undefined) throw new Error(fault)
      const fee = await getTransactionFee(kit, { networkId, hash, signal })
      return {
        hash,
        place: 'a block',
        isDone: ended.status === 'mined',
        fee: fee?.quantity,
        symbol,
      }
    },
  }
}
