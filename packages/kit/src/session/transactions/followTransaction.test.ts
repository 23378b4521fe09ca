import { expect, test } from 'vitest'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { reasonOf, startTestKit } from '../startTestKit.ts'

const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stranger = '0x00000000000000000000000000000000000000bb'
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const hash = hashOf(1)

async function start() {
  const started = startTestKit({ adapters: [createFakeAdapter()] })
  await started.kit.connect({ connectorId: 'example' })
  return started
}

test('a followed transaction is pending, and stored for the next visit', async () => {
  const { kit, clock, storage } = await start()
  const description = {
    operationType: 'mint',
    transfers: [{ direction: 'in', symbol: 'Moon', quantity: '1' }],
  } as const
  await kit.followTransaction({ hash, description })
  await kit.followTransaction({ hash: hashOf(2), networkId: 'eip155:31338', address: stranger })
  const expected = [
    {
      hash: hashOf(2),
      networkId: 'eip155:31338',
      address: stranger,
      status: 'pending',
      sentAt: clock.now(),
    },
    {
      hash,
      networkId: 'eip155:31337',
      address: sender,
      status: 'pending',
      sentAt: clock.now(),
      description,
    },
  ]
  expect(kit.getState().pending).toEqual(expected)
  expect(JSON.parse(storage.getItem('@latchkey/pending-transactions') ?? '')).toEqual(expected)
})

test('following a transaction again does not change it', async () => {
  const { kit, clock } = await start()
  await kit.followTransaction({ hash, description: { operationType: 'mint' } })
  const before = kit.getState().pending
  clock.advance(1)
  await kit.followTransaction({ hash: hash.toUpperCase().replace('0X', '0x') })
  expect(kit.getState().pending).toEqual(before)
})

test.each<[string, unknown, object]>([
  ['nothing', undefined, { code: 'optionInvalid' }],
  [
    'a hash alone',
    hash,
    { code: 'optionInvalid', message: 'Option "options" is not an object. Pass { hash }.' },
  ],
  [
    'no hash',
    {},
    { code: 'optionInvalid', message: expect.stringMatching(/^Option "hash" is not valid\. /) },
  ],
  ['a hash that is too short', { hash: '0x12' }, { code: 'optionInvalid' }],
  ['a hash in an object', { hash: { toString: () => hash } }, { code: 'optionInvalid' }],
  [
    'an invalid address',
    { hash, address: '0xab' },
    { code: 'optionInvalid', message: expect.stringContaining('"address"') },
  ],
  ['an address of null', { hash, address: null }, { code: 'optionInvalid' }],
  [
    'an invalid description',
    { hash, description: { operationType: 'win' } },
    { code: 'optionInvalid', message: expect.stringContaining('"description"') },
  ],
  [
    'a network that the site does not have',
    { hash, networkId: 'eip155:5' },
    { code: 'networkNotFound', details: expect.stringContaining('eip155:31337') },
  ],
  [
    'the number of a network',
    { hash, networkId: 31338 },
    { code: 'networkNotFound', details: expect.stringContaining('Did you mean "eip155:31338"?') },
  ],
  [
    'the number of a network as ethers has it',
    { hash, networkId: 31338n },
    { code: 'networkNotFound', details: expect.stringContaining('Did you mean "eip155:31338"?') },
  ],
  [
    'a network that is an object without a text',
    { hash, networkId: Object.create(null) },
    {
      code: 'networkNotFound',
      details: expect.stringContaining('There is no network of that form. '),
    },
  ],
])('followTransaction rejects %s', async (_, parameters, reason) => {
  const { kit } = await start()
  // a page without TypeScript may pass any parameters
  const follow = kit.followTransaction as (parameters: unknown) => Promise<void>
  expect(await reasonOf(follow(parameters))).toMatchObject(reason)
  expect(kit.getState().pending).toBeUndefined()
})

test('without a connected account, followTransaction requires an address', async () => {
  const { kit } = startTestKit({ adapters: [createFakeAdapter()] })
  expect(await reasonOf(kit.followTransaction({ hash }))).toMatchObject({ code: 'addressMissing' })
  await kit.followTransaction({ hash, address: stranger })
  expect(kit.getState().pending).toMatchObject([{ hash, address: stranger }])
})

test('a transaction followed without a connected account is restored when a wallet connects', async () => {
  const { kit, storage, stop } = startTestKit({ adapters: [createFakeAdapter()] })
  await kit.followTransaction({ hash, address: stranger })
  stop()
  const later = startTestKit({ adapters: [createFakeAdapter()], storage })
  await later.kit.connect({ connectorId: 'example' })
  await later.until(({ pending }) => pending !== undefined)
  expect(later.kit.getState().pending).toMatchObject([{ hash, address: stranger }])
})

test('the hundredth followed transaction is rejected, and removes no other', async () => {
  const { kit } = await start()
  for (let number = 1; number <= 99; number++)
    await kit.followTransaction({ hash: hashOf(number), description: { operationType: 'send' } })
  expect(await reasonOf(kit.followTransaction({ hash: hashOf(100) }))).toMatchObject({
    code: 'actionNotAllowed',
    details: '99 transactions are followed already.',
  })
  expect(kit.getState().pending).toHaveLength(99)
  expect(kit.getState().pending?.at(-1)?.hash).toBe(hash)
})

test('of 101 transactions followed at once, 99 are accepted', async () => {
  const { kit } = await start()
  const answers = await Promise.allSettled(
    Array.from({ length: 101 }, (_, at) => kit.followTransaction({ hash: hashOf(at + 1) })),
  )
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array<string>(99).fill('fulfilled'),
    'rejected',
    'rejected',
  ])
  expect(kit.getState().pending?.at(-1)?.hash).toBe(hash)
})

test('if followTransaction is called several times at once for one transaction, the description is kept', async () => {
  const { kit } = await start()
  await Promise.all([
    kit.followTransaction({ hash }),
    kit.followTransaction({ hash, description: { operationType: 'mint' } }),
    kit.followTransaction({ hash }),
  ])
  expect(kit.getState().pending).toMatchObject([{ hash, description: { operationType: 'mint' } }])
})
