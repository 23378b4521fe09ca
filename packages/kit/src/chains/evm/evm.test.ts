import { expect, onTestFinished, test } from 'vitest'
import { startTestKit, startTestWallet } from '../../connection/startTestKit.ts'
import { startTestPage } from './startTestPage.ts'

test('one kit asks every wallet of the page to announce itself, and shows what it says', async () => {
  startTestPage()
  const wallet = startTestWallet({ name: 'Bakery wallet' })
  const { kit } = startTestKit()
  expect(kit.getState().connectors).toEqual([{ id: wallet.info.rdns, name: 'Bakery wallet', icon: wallet.info.icon, namespace: 'eip155', type: 'injected' }])
  onTestFinished(wallet.close)
})
