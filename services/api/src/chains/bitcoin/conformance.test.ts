import { onTestFinished } from 'vitest'
import { startTestBitcoin } from '@latchkey/devnet/bitcoin/testing/startTestBitcoin'
import { createApi } from '../../createApi.ts'
import { bitcoinChainAt } from '../../testing/bitcoinChainAt.ts'
import { bitcoinWallet, broadcast } from '../../testing/bitcoinWallet.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { testChainReader, type ChainInTest } from '../conformance.ts'
import { chainReaders } from '../registry.ts'
import { bitcoin } from './bitcoin.ts'

const [user, other] = [bitcoinWallet(11), bitcoinWallet(12)]

async function start(): Promise<ChainInTest> {
  const chain = await startTestBitcoin()
  chain.fund(user.payment, 200_000n)
  chain.fund(user.ordinals, 546n)
  const config = bitcoinChainAt(chain.url)
  const api = createApi({ ...neverOverloaded, chains: [config] })
  onTestFinished(() => api.close())
  const { payment, ordinals } = user
  const text = `${payment},${ordinals}`
  return {
    api,
    kind: bitcoin,
    readers: chainReaders,
    config,
    account: [text, text.toUpperCase(), `${payment.toUpperCase()},${ordinals}`],
    addresses: [payment, ordinals],
    friend: other.payment,
    invalid: [
      `${text},${other.payment}`,
      `${payment},`,
      `${payment},bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`,
      `${payment.slice(0, -1)}q`,
      `B${payment.slice(1)}`,
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfx',
      '1111111111111111111114oLvT1',
    ],
    foreign: '0x000000000000000000000000000000000000dEaD',
    hasNfts: false,
    identities: {
      own: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      foreign: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    },
    methods: { refused: 'getblock' },
    paths: {
      passed: [
        `/address/${payment}`,
        `/address/${payment.toUpperCase()}/utxo`,
        `/address/${ordinals}/txs`,
        `/address/${ordinals}/txs/chain`,
        '/blocks/tip/height',
        '/block-height/0',
        '/fee-estimates',
      ],
      refused: [
        '/mempool/txids',
        '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        '/address/nonsense',
        `/address/${payment},${ordinals}`,
        '/block-height/01',
        '/devnet/mine',
        '/tx',
        '/../tx',
      ],
    },
    async send(amount) {
      const coins = await user.coins(chain.url)
      const hex = user.sign(coins, [{ to: other.payment, amount: amount + 10_000n }])
      const txid = await broadcast(chain.url, hex)
      chain.mine()
      return txid
    },
  }
}

testChainReader(start)
