import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const connectorId = 'app.latchkey.development'
const second = 'eip155:31338'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

test('a network chosen without a wallet is requested once, from the next wallet', async () => {
  const wallet = startTestWallet()
  const { kit } = startTestKit()
  await kit.switchNetwork({ networkId: second })
  expect(await kit.connect({ connectorId })).toMatchObject({ networkId: second })
  await kit.disconnect()
  await wallet.switchChain(31337)
  expect(await kit.connect({ connectorId })).toMatchObject({ networkId: 'eip155:31337' })
})

test('a network chosen without a wallet is still requested after a reload and after a refusal', async () => {
  const wallet = startTestWallet({ behaviour: 'refuse' })
  const visit = startTestKit()
  await visit.kit.switchNetwork({ networkId: second })
  visit.stop()
  const { kit } = startTestKit({ storage: visit.storage })
  expect(await reasonOf(kit.connect({ connectorId }))).toMatchObject({ code: 'userRejected' })
  wallet.setBehaviour('approve')
  expect(await kit.connect({ connectorId })).toMatchObject({ networkId: second })
})

test('a wallet that refuses the chosen network stays connected; the next connect does not request it again', async () => {
  const methods: string[] = []
  const answers: Record<string, unknown> = {
    eth_requestAccounts: [first],
    eth_accounts: [first],
    eth_chainId: '0x7a69',
  }
  const request = async ({ method }: { method: string }) => {
    methods.push(method)
    if (method === 'wallet_switchEthereumChain')
      throw Object.assign(new Error('no'), { code: 4001 })
    return answers[method]
  }
  onTestFinished(
    announceWallet(
      {
        info: { uuid: '1', name: 'Strict', icon: '', rdns: 'strict' },
        provider: { on() {}, removeListener() {}, request },
      },
      page,
    ),
  )
  const { kit } = startTestKit()
  await kit.switchNetwork({ networkId: second })
  expect(await kit.connect({ connectorId: 'strict' })).toMatchObject({ networkId: 'eip155:31337' })
  await kit.disconnect()
  await kit.connect({ connectorId: 'strict' })
  expect(methods.filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
})

test('the network in the parameters of connect is used instead of a network chosen without a wallet', async () => {
  startTestWallet()
  const { kit } = startTestKit()
  await kit.switchNetwork({ networkId: second })
  expect(
    await kit.connect({ connectorId, networkId: contextOf(kit).networks[0]?.networkId }),
  ).toMatchObject({ networkId: 'eip155:31337' })
})

test('a network chosen for a connected wallet is not requested from the next wallet', async () => {
  startTestWallet()
  startTestWallet({ rdns: 'other' })
  const { kit } = startTestKit()
  await kit.connect({ connectorId })
  await kit.switchNetwork({ networkId: second })
  expect(await kit.connect({ connectorId: 'other' })).toMatchObject({ networkId: 'eip155:31337' })
})
