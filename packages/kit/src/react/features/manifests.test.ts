import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { createManifests } from './manifests.ts'
import type { AnyFeature } from './manifests.ts'
import { screensOf } from './screensOf.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => {
  startTestPage()
  startTestWallet()
})

test('a guard that throws is reported, blocks the account, and ends no connection', async () => {
  const reports: unknown[] = []
  Object.assign(globalThis, { reportError: (error: unknown) => reports.push(error) })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'reportError'))
  const fault = new Error('a fault of the gate')
  const allows = () => {
    throw fault
  }
  const broken: AnyFeature = {
    id: 'broken',
    views: { Rules: { load: async () => ({ default: () => null }) } },
    guards: [{ view: 'Rules', allows }],
  }
  const { kit } = startTestKit()
  const { store, complete } = createManifests(kit, [], async () => [broken])
  await complete()
  contextOf(kit).screens.setState(screensOf(kit, store.getState()), true)

  const flow = kit.open()
  const account = await kit.connect({ connectorId: 'app.latchkey.development' })
  expect(contextOf(kit).screens.getState()).toMatchObject({ status: 'there' })
  expect(screensOf(kit, store.getState()).blockingView(account)).toBe('Rules')
  kit.close()
  expect(await flow).toMatchObject({ status: 'refused', error: { code: 'connectionClosed' } })
  expect(reports).toContain(fault)
})
