import { getTransactionFee, prepareSend, sendPrepared } from 'latchkey'
import { bitcoinIdOf } from '../bitcoinNetwork.ts'
import type { BitcoinNetwork } from '../bitcoinNetwork.ts'
import { endOf } from './endOf.ts'
import type { Tips } from './tips.ts'

/** Tips in bitcoin. The kit chooses the coins and the fee. */
export function bitcoinTips(network: BitcoinNetwork): Tips {
  const networkId = bitcoinIdOf(network)
  const { symbol, decimals } = network.nativeCurrency
  return {
    networkId,
    coin: { id: networkId, symbol, decimals },
    hasTokens: false,
    bakers: 'bcrt1qar6hlpggnekgcmmwzadv9cxst3pkp7u08wrlxa',
    isAddress: (text) =>
      /^(?:bcrt1[02-9ac-hj-np-z]{8,87}|[2mn][1-9A-HJ-NP-Za-km-z]{25,34})$/.test(text),
    async send(kit, { to, amount }, { signal, note }) {
      await kit.connect({ namespace: 'bip122', signal })
      const prepared = await prepareSend(kit, { to, amount, signal })
      const hash = await sendPrepared(kit, prepared)
      note('Sent. Waiting for a block.')
      const { status } = await endOf(kit, hash, signal)
      if (status !== 'mined')
        throw new Error(
          status === 'changed'
            ? 'The wallet sent another transaction than this one.'
            : 'The network did not take it. Nothing was sent.',
        )
      const fee = await getTransactionFee(kit, { networkId, hash, signal })
      return {
        hash,
        place: 'a block',
        isDone: true,
        fee: fee?.quantity ?? '0',
        symbol,
      }
    },
  }
}
