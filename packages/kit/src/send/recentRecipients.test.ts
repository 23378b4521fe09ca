import { expect, test } from 'vitest'
import { startTestKit } from '../connection/startTestKit.ts'
import { recentRecipients, rememberRecipient } from './recentRecipients.ts'

const lena = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const key = '@latchkey/recent-recipients'

test('the newest comes first, and nobody stands there twice', () => {
  const { kit } = startTestKit()
  rememberRecipient(kit, { address: lena, name: 'lena.eth' })
  rememberRecipient(kit, { address: other })
  rememberRecipient(kit, { address: lena.toLowerCase() as `0x${string}` })
  expect(recentRecipients(kit)).toEqual([{ address: lena.toLowerCase(), name: undefined }, { address: other, name: undefined }])
})

test('nothing in a name turns it round or hides, whoever put it there', () => {
  const { kit, storage } = startTestKit()
  rememberRecipient(kit, { address: lena, name: 'le\u202Ena\u200B.eth' })
  expect(JSON.parse(storage.getItem(key) ?? '')).toEqual([{ address: lena, name: 'lena.eth' }])
  storage.setItem(key, JSON.stringify([{ address: other, name: '\u2067hte.anel\u0007' }, { address: lena, name: '\u202E' }]))
  expect(recentRecipients(kit)).toEqual([{ address: other, name: 'hte.anel' }, { address: lena, name: undefined }])
})

test('a picture that is joined of several stays whole', () => {
  const { kit } = startTestKit()
  rememberRecipient(kit, { address: lena, name: '👩\u200D🚀.eth' })
  expect(recentRecipients(kit)).toEqual([{ address: lena, name: '👩\u200D🚀.eth' }])
})
