import { afterAll, beforeAll } from 'vitest'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { addressOf } from '@latchkey/devnet/accounts'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../createApi.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { chainClient } from '../../testing/traffic.ts'
import { testChainReader, type ChainInTest } from '../conformance.ts'
import { chainReaders } from '../registry.ts'
import { evm } from './evm.ts'

const me = addressOf('everyday user')
const friend = '0x1234567890123456789012345678901234567890'

let devnet: Devnet
let chain: ChainInTest
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  if (!first) throw new Error('The devnet has no chain')
  const config = {
    ...chainOfDeployment(first.deployment, first.url),
    index: { pollEvery: 600_000 },
  }
  const api = createApi({ ...neverOverloaded, chains: [config], database: 'memory' })
  await api.listen({ port: 0 })
  await api.settled(config.networkId)
  const client = chainClient(first.url)
  chain = {
    api,
    kind: evm,
    readers: chainReaders,
    config,
    account: [me, me.toLowerCase(), `0x${me.slice(2).toUpperCase()}`],
    addresses: [me],
    friend,
    invalid: [me.slice(2), `${me}0`, `0X${me.slice(2)}`, me.replace('0x', '0y')],
    foreign: '11111111111111111111111111111111',
    token: config.tokens[0]?.address ?? '',
    hasNfts: true,
    identities: { own: '0x7a69', foreign: '0x1' },
    methods: { forwarded: 'eth_blockNumber', refused: 'eth_accounts' },
    async send(amount) {
      // the client fills in the missing fields
      const hash = await client.sendTransaction({
        account: me,
        to: friend,
        value: amount,
        chain: null,
      } as never)
      await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      await api.settled(config.networkId)
      return hash
    },
  }
}, 60_000)
afterAll(async () => {
  await chain.api.close()
  await devnet.close()
})

testChainReader(() => chain)
