import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { recentRecipients, rememberRecipient } from './recentRecipients.ts'

const lena = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const key = '@latchkey/recent-recipients'

test('the newest comes first, and nobody stands there twice', () => {
  const { kit } = startTestKit()
  rememberRecipient(kit, { address: lena, name: 'lena.eth' })
  rememberRecipient(kit, { address: other })
  rememberRecipient(kit, { address: lena.toLowerCase() })
  expect(recentRecipients(kit)).toEqual([
    { address: lena.toLowerCase(), name: undefined },
    { address: other, name: undefined },
  ])
})

test('nothing in a name turns it round or hides, whoever put it there', () => {
  const { kit, storage } = startTestKit()
  rememberRecipient(kit, { address: lena, name: 'le\u202Ena\u200B.eth' })
  expect(JSON.parse(storage.getItem(key) ?? '')).toEqual([
    { address: lena, name: 'lena.eth', namespace: 'eip155' },
  ])
  storage.setItem(
    key,
    JSON.stringify([
      { address: other, name: '\u2067hte.anel\u0007' },
      { address: lena, name: '\u202E' },
    ]),
  )
  expect(recentRecipients(kit)).toEqual([
    { address: other, name: 'hte.anel' },
    { address: lena, name: undefined },
  ])
})

test('a picture that is joined of several stays whole', () => {
  const { kit } = startTestKit()
  rememberRecipient(kit, { address: lena, name: '🏴󠁧󠁢󠁥󠁮󠁧󠁿.eth' })
  expect(recentRecipients(kit)).toEqual([{ address: lena, name: '🏴󠁧󠁢󠁥󠁮󠁧󠁿.eth' }])
  rememberRecipient(kit, { address: lena, name: '👩\u200D🚀.eth' })
  expect(recentRecipients(kit)).toEqual([{ address: lena, name: '👩\u200D🚀.eth' }])
})

test('each namespace has its own; what was stored before there were several is of EVM', () => {
  const { kit, storage } = startTestKit()
  storage.setItem(
    key,
    JSON.stringify([
      { address: lena },
      { address: lena, namespace: 'solana2' },
      { address: 'a b', namespace: 'solana' },
      { address: 7 },
      null,
    ]),
  )
  rememberRecipient(kit, { address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' }, 'solana')
  for (let index = 0; index < 7; index++)
    rememberRecipient(kit, { address: `0x${String(index).repeat(40)}` })
  expect(recentRecipients(kit, 'solana')).toEqual([
    { address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', name: undefined },
  ])
  expect(recentRecipients(kit).map(({ address }) => address[2])).toEqual(['6', '5', '4', '3', '2'])
})
