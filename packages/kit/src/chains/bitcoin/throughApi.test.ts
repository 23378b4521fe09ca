import { expect, onTestFinished, test } from 'vitest'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { bitcoinChainAt } from '../../../../../services/api/src/testing/bitcoinChainAt.ts'
import { neverOverloaded } from '../../../../../services/api/src/testing/neverOverloaded.ts'
import { startBitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { prepareSend } from '../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { prepareReplacement, sendReplacement } from '../../domains/transactions/replacement.lazy.ts'
import { readChain, startTestMoney } from './startTestMoney.ts'

test('a site without a node pays, speeds up and follows by its API alone', async () => {
  const chain = await startBitcoinChain({ isHeld: true })
  onTestFinished(() => chain.close())
  const api = createApi({
    ...neverOverloaded,
    chains: [bitcoinChainAt(chain.url)],
    projects: ['known'],
  })
  onTestFinished(() => api.close())
  const { url } = await api.listen({ port: 0 })
  const { kit, networkId, me, friend, clock } = await startTestMoney(chain, {
    options: { services: { api: url }, projectId: 'known', publicNodes: false },
  })
  const prepared = await prepareSend(kit, {
    networkId,
    from: me.address,
    to: { address: friend },
    token: { symbol: 'BTC', decimals: 8 },
    amount: 70_000n,
    feeChoice: 'slow',
  })
  expect(prepared.problems).toEqual([])
  const hash = await sendPrepared(kit, prepared)
  const order = {
    transaction: { hash, networkId, address: me.address },
    purpose: 'speedUp',
  } as const
  await expect.poll(() => kit.getState().pending?.[0]?.replacementKey).toBeDefined()
  const replacement = await prepareReplacement(kit, order)
  if (!replacement) throw new Error('It can be replaced')
  const second = await sendReplacement(kit, order, replacement)
  expect(await readChain(chain, `/tx/${second}`)).toMatchObject({ txid: second })
  chain.mine()
  await expect
    .poll(
      () => {
        clock.advance(15_000)
        return kit.getState().pending?.map(({ status }) => status)
      },
      { timeout: 25_000, interval: 250 },
    )
    .toEqual(['mined', 'replaced'])
}, 40_000)
