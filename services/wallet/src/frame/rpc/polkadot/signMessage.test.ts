import * as sr25519 from '@scure/sr25519'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { isOwnSignIn } from '../../approve/message/isOwnSignIn.ts'
import { bytesOf, createTestAccount } from './testing/createTestAccount.ts'

const encode = (text: string) => new TextEncoder().encode(text)

async function signed(message: unknown) {
  const { account, state, ask } = await createTestAccount()
  const { signature } = (await ask('polkadot_signMessage', { message })) as { signature: string }
  expect(signature).toMatch(/^0x01[0-9a-f]{128}$/)
  const isOver = (text: string) =>
    sr25519.verify(encode(text), bytesOf(signature).slice(1), account.publicKey)
  return { isOver, shown: state.messages }
}

test('a text is signed between the marks, and shown without them', async () => {
  const { isOver, shown } = await signed('Hello, Polkadot')
  expect(isOver('<Bytes>Hello, Polkadot</Bytes>')).toBe(true)
  expect(isOver('Hello, Polkadot')).toBe(false)
  expect(shown).toEqual(['Hello, Polkadot'])
})

test('a text that has the marks gets no others', async () => {
  const whole = '<Bytes>Hello</Bytes>'
  const { isOver, shown } = await signed(whole)
  expect(isOver(whole)).toBe(true)
  // so that a sign-in or a hash between them is recognised
  expect(shown).toEqual(['Hello'])
  for (const text of ['<Bytes>Hello', 'Hello</Bytes>', '<Bytes></Bytes'])
    expect((await signed(text)).isOver(`<Bytes>${text}</Bytes>`)).toBe(true)
})

test('any text is signed between the marks', async () => {
  const { account, ask } = await createTestAccount()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (message) => {
      const { signature } = (await ask('polkadot_signMessage', { message })) as {
        signature: string
      }
      const bytes = encode(`<Bytes>${message}</Bytes>`)
      expect(sr25519.verify(bytes, bytesOf(signature).slice(1), account.publicKey)).toBe(true)
    }),
    { numRuns: 10 },
  )
})

test('refuses what is no text, a half character, a long text and another account', async () => {
  const { ask, state } = await createTestAccount()
  for (const message of [undefined, 7, new Uint8Array(3), '\ud800', 'x'.repeat(65 * 1024)])
    await expect(ask('polkadot_signMessage', { message })).rejects.toMatchObject({ code: -32602 })
  const address = writeSs58(new Uint8Array(32).fill(5), 0)
  await expect(ask('polkadot_signMessage', { message: 'x', address })).rejects.toMatchObject({
    code: 4100,
  })
  state.isApproved = false
  await expect(ask('polkadot_signMessage', { message: 'x' })).rejects.toMatchObject({ code: 4001 })
})

test('a sign-in for the account is recognised in any spelling of its address', async () => {
  const { account, wallet } = await createTestAccount()
  const [{ networkId = '' } = {}] = wallet.settings.networks
  const reference = networkId.slice('polkadot:'.length)
  const about = {
    origin: 'https://shop.example',
    address: account.address,
    network: { namespace: 'polkadot', reference },
  } as const
  const textOf = (accountAddress: string) =>
    encode(
      formatSignIn({
        accountAddress,
        chainId: networkId,
        domain: 'shop.example',
        uri: 'https://shop.example/',
        version: '1',
        nonce: '12345678',
        issuedAt: new Date().toISOString(),
      }),
    )
  expect(isOwnSignIn(textOf(account.address), about)).toBe(true)
  expect(isOwnSignIn(textOf(writeSs58(account.publicKey, 42)), about)).toBe(true)
  expect(isOwnSignIn(textOf(writeSs58(account.publicKey.toReversed(), 0)), about)).toBe(false)
})
