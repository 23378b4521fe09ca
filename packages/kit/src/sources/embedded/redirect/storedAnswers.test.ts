import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestKit } from '../../../session/startTestKit.ts'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { forgetAnswers } from '../../../core/storage/forgetAnswers.ts'
import { storeAnswer, takeStored, textOfRequest } from './storedAnswers.lazy.ts'
import { startTestTab } from './startTestTab.ts'

function start() {
  startTestPage()
  const tab = startTestTab()
  return { ...startTestKit(), tab }
}
const accounts = ['0xA', 'sol']
const call = { method: 'eth_sendTransaction', params: [{ to: '0x1', value: '0x2' }], chainId: 1 }
const text = textOfRequest(accounts, call)

test('an equal request gets the stored answer once, whatever the order of its fields and accounts', () => {
  const { kit } = start()
  storeAnswer(kit, { asked: text, answer: { result: '0xhash' } })
  const again = textOfRequest(['sol', '0xA'], {
    chainId: 1,
    params: [{ value: '0x2', to: '0x1' }],
    method: 'eth_sendTransaction',
  })
  expect([takeStored(kit, again), takeStored(kit, again)]).toEqual([
    { result: '0xhash' },
    undefined,
  ])
})

test('a request of another account, network or value gets no stored answer', () => {
  const { kit } = start()
  storeAnswer(kit, { asked: text, answer: { result: '0xhash' } })
  for (const otherCall of [
    textOfRequest(['0xB', 'sol'], call),
    textOfRequest(accounts, { ...call, chainId: 2 }),
    textOfRequest(accounts, { ...call, params: [{ to: '0x1', value: '0x3' }] }),
    textOfRequest(accounts, { ...call, params: [] }),
  ])
    expect(takeStored(kit, otherCall)).toBeUndefined()
})

test('a stored error is thrown with its code, once', () => {
  const { kit } = start()
  storeAnswer(kit, { asked: text, answer: { error: { code: 4001, message: 'User rejected' } } })
  expect(() => takeStored(kit, text)).toThrow(expect.objectContaining({ code: 4001 }))
  expect(takeStored(kit, text)).toBeUndefined()
})

test('a stored answer expires after five minutes and is removed by `forgetAnswers`', () => {
  const { kit, clock } = start()
  storeAnswer(kit, { asked: text, answer: { result: 1 } })
  clock.advance(5 * 60_000 + 1)
  expect(takeStored(kit, text)).toBeUndefined()
  storeAnswer(kit, { asked: text, answer: { result: 2 } })
  forgetAnswers()
  expect(takeStored(kit, text)).toBeUndefined()
})

test('invalid content in the tab’s storage is ignored', () => {
  const { kit, tab } = start()
  fc.assert(
    fc.property(fc.json(), (json) => {
      tab.setItem('@latchkey/answered', json)
      expect(takeStored(kit, text)).toBeUndefined()
    }),
  )
})

test('textOfRequest gives different texts for different requests', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.jsonValue(),
      fc.array(fc.string()),
      fc.jsonValue(),
      (one, a, otherCall, b) => {
        const isSame =
          JSON.stringify([...one].sort()) === JSON.stringify([...otherCall].sort()) &&
          fc.stringify(JSON.parse(textOfRequest([], a))) ===
            fc.stringify(JSON.parse(textOfRequest([], b)))
        expect(textOfRequest(one, a) === textOfRequest(otherCall, b)).toBe(isSame)
      },
    ),
  )
})
