/** The phone in a tab on Solana, with a published client as the site. */
import { verify } from 'node:crypto'
import { solanaAddressOf } from '../../../devnet/src/solana/solanaAccounts.ts'
import { fromBase58, toBase58 } from '../../../packages/protocol/src/base58.ts'
import { expect, test } from '../fixtures/test.ts'
import { openPhone, sheetOf } from '../support/phone.ts'
import { publicKeyOf } from '../support/solana.ts'
import { overflowing } from '../support/targets.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const solanaMethods = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]

test('the phone’s user signs and pays on Solana, gets a warning of an unreadable request, and refuses', async ({
  page,
  devnet,
  solana: chain,
  relay,
  dapp,
}) => {
  const networkId = chain.networkId
  const { uri, approval } = await dapp.propose({
    optional: { solana: { chains: [networkId], methods: solanaMethods, events: [] } },
  })
  await openPhone(page, devnet, relay, uri)
  const sheet = sheetOf(page)
  await expect(sheet).toContainText('Ask you to send transactions')
  await sheet.getByRole('button', { name: 'Approve' }).tap()
  const session = await approval
  const [own, other] = [solanaAddressOf('everyday user'), solanaAddressOf('newcomer')]
  expect(session.namespaces).toMatchObject({
    solana: { accounts: [`${networkId}:${own}`], methods: solanaMethods },
  })
  const ask = (method: string, params: unknown) => dapp.request(session, method, params, networkId)

  await test.step('a text', async () => {
    const signed = ask('solana_signMessage', {
      message: toBase58(Buffer.from('Good morning')),
      pubkey: own,
    })
    await expect(sheet.getByRole('region', { name: 'What is signed' })).toHaveText('Good morning')
    await sheet.getByRole('button', { name: 'Approve' }).tap()
    const { signature } = (await signed) as { signature: string }
    expect(verify(null, Buffer.from('Good morning'), publicKeyOf(own), fromBase58(signature))).toBe(
      true,
    )
  })
  await test.step('a payment, signed and sent', async () => {
    const before = await chain.balanceOf(other)
    const sent = ask('solana_signAndSendTransaction', {
      transaction: await chain.payment(own, other, 250_000_000n),
    })
    await expect(sheet).toHaveAccessibleName('Send 0.25 SOL?')
    await expect(sheet).toContainText(other)
    await sheet.getByRole('button', { name: 'Approve' }).tap()
    expect(await sent).toEqual({ signature: expect.stringMatching(/^\w{64,90}$/) })
    await expect.poll(() => chain.balanceOf(other)).toBe(before + 250_000_000n)
  })
  await test.step('an unreadable request shows a warning', async () => {
    const refused = ask('solana_signTransaction', { transaction: await chain.strange(own) })
    await expect(sheet).toHaveAccessibleName('Sign what cannot be read?')
    await expect(sheet).toContainText('This phone cannot read all of it.')
    expect(await overflowing(sheet)).toEqual([])
    await sheet.getByRole('button', { name: 'Refuse' }).tap()
    await expect(refused).rejects.toMatchObject({ code: 5000 })
  })
  await test.step('a text that is a transaction, bytes that are not one, and a foreign account are refused', async () => {
    await expect(
      ask('solana_signMessage', {
        message: toBase58(await chain.message(own, other)),
        pubkey: own,
      }),
    ).rejects.toMatchObject({ code: -32602 })
    await expect(ask('solana_signTransaction', { transaction: 'AAAA' })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(
      ask('solana_signTransaction', { transaction: await chain.payment(other, own, 1n) }),
    ).rejects.toMatchObject({ code: 4100 })
  })
})
