// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { drawScreen, stubLayout, write } from '../../testing/drawScreen.tsx'
import type { Wallet } from '../../wallet/Wallet.ts'
import { JoinCode } from './JoinCode.tsx'

/** The screen with its field, and the requests that it sends to the server. */
async function start() {
  stubLayout()
  vi.stubGlobal('PublicKeyCredential', {})
  const sent: unknown[] = []
  const call = async (_: unknown, params: unknown) => void sent.push(params)
  // only the parts that the screen uses
  const wallet = { server: { call }, site: { origin: 'https://shop.example' } } as unknown as Wallet
  const { field } = await drawScreen(<JoinCode wallet={wallet} onOutcome={() => {}} />)
  return { field: field('Code'), sent }
}

test.each([
  '123456',
  '123 456',
  'Code for Shop 24: 123456',
  'رمز المتجر ٢٤: ١٢٣٤٥٦',
  '۱۲۳۴۵۶',
  'कोड १२३४५६',
  '๑๒๓๔๕๖',
])('the field reads %s as the code and sends it', async (text) => {
  const { field, sent } = await start()
  await act(() => write(field, text))
  expect(sent).toEqual([{ otp: '123456', origin: 'https://shop.example' }])
  expect(field.value).toBe('123456')
})

test('a digit typed after a complete code starts a new code, and sends no request', async () => {
  const { field, sent } = await start()
  await act(() => write(field, '123456'))
  await act(() => write(field, '1234569'))
  expect([field.value, sent.length]).toEqual(['9', 1])
})
