import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { recentRecipients, rememberRecipient } from './recentRecipients.ts'

const lena = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const key = '@latchkey/recent-recipients'

test('the newest recipient stands first, and each address appears once', () => {
  const { kit } = startTestKit()
  rememberRecipient(kit, { address: lena, name: 'lena.eth' })
  rememberRecipient(kit, { address: other })
  rememberRecipient(kit, { address: lena.toLowerCase() })
  expect(recentRecipients(kit)).toEqual([
    { address: lena.toLowerCase(), name: undefined },
    { address: other, name: undefined },
  ])
})

test('invisible and direction characters are removed from names', () => {
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

test('an emoji of several characters is kept complete', () => {
  const { kit } = startTestKit()
  rememberRecipient(kit, { address: lena, name: '🏴󠁧󠁢󠁥󠁮󠁧󠁿.eth' })
  expect(recentRecipients(kit)).toEqual([{ address: lena, name: '🏴󠁧󠁢󠁥󠁮󠁧󠁿.eth' }])
  rememberRecipient(kit, { address: lena, name: '👩\u200D🚀.eth' })
  expect(recentRecipients(kit)).toEqual([{ address: lena, name: '👩\u200D🚀.eth' }])
})

test('recipients are kept per namespace; old entries without a namespace count as EVM', () => {
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
