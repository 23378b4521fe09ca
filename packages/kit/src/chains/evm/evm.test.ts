import { expect, onTestFinished, test } from 'vitest'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { evm } from './evm.ts'
import { startTestPage } from './startTestPage.ts'

test.each([
  [
    { connector: {} },
    'Option "evm.connector" is unknown. Pass it as a source: sources: [wagmiConnectors([…])], from "latchkey/wagmi".',
  ],
  [
    { wagmiConfig: {} },
    'Option "evm.wagmiConfig" is unknown. Pass it as a source: sources: [wagmi(config)], from "latchkey/wagmi".',
  ],
  [{ networks: [] }, 'Option "evm.networks" is unknown. Did you mean "networks"?'],
  [{ customRpcUrl: {} }, 'Option "evm.customRpcUrl" is unknown. Did you mean "customRpcUrls"?'],
  [{ zebra: 1 }, 'Option "evm.zebra" is unknown. Leave it out.'],
  ['x', 'Option "evm.0" is unknown. Leave it out.'],
])('evm(%j) throws an error that names the option and the fix', (options, message) => {
  const make = evm as (options: unknown) => unknown // a page without types can pass any options
  expect(() => make(options)).toThrow(expect.objectContaining({ code: 'optionInvalid', message }))
  expect(make({})).toMatchObject({ namespace: 'eip155' })
})

test('the kit asks the wallets of the page to announce themselves, and lists them', async () => {
  startTestPage()
  const wallet = startTestWallet({ name: 'Bakery wallet' })
  const { kit } = startTestKit()
  expect(kit.getState().connectors).toEqual([
    {
      id: wallet.info.rdns,
      name: 'Bakery wallet',
      icon: wallet.info.icon,
      namespace: 'eip155',
      type: 'injected',
    },
  ])
  onTestFinished(wallet.close)
})
