/**
 * Signing in on Solana: over a phone that has both namespaces, and with wallets of the Wallet
 * Standard, honest and hostile.
 */
import { expect, test } from '../fixtures/test.ts'
import {
  first,
  answerHonestly,
  playSolanaWallet,
  second,
  signed,
  signedIn,
} from '../support/playedSolana.ts'
import type { Answer } from '../support/playedSolana.ts'
import { script, sheetOf, startPhone } from '../support/phone.ts'
import { openCode, scan } from '../support/scan.ts'
import { modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { solanaAccountOf } from '../support/solana.ts'
import { withSolana } from '../support/withSolana.ts'

// the server refuses on purpose
test.use({ allowConsole: [/401|400/] })
test.setTimeout(120_000)

test('a phone with accounts of both namespaces has one session, and signs in with each account when that account is first used', async ({
  page,
  devnet,
  solana: chain,
  browser,
}) => {
  const phone = await startPhone(browser, withSolana(devnet, chain))
  await openCode(page, devnet, 'siwx=server&wallet=none')
  const [modal, sheet] = [modalOf(page), sheetOf(phone)]
  const account = page.getByRole('region', { name: 'Your account' })
  const members = async () => await (await page.request.get(`${devnet.demo}/members`)).text()

  await test.step('after the connection the message is requested without a press on the page', async () => {
    await script(phone, 'pair', await scan(page))
    await expect(sheet).toHaveAccessibleName('Connect to Ferry Lane Bakery?')
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await expect(modal).toHaveAccessibleName('Sign in')
    await expect(modal.getByRole('button', { name: 'Confirm in Pocket' })).toBeVisible()
    await expect(sheet).toContainText('wants you to sign in with your Ethereum account:')
  })
  await test.step('after a refusal the next message is requested only by a press', async () => {
    await sheet.getByRole('button', { name: 'Refuse' }).click()
    await expect(modal).toContainText('Signature declined')
    await expect(modal.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    expect(await script(phone, 'pending')).toEqual([])
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await expect(modal).toBeHidden()
    await expect(account.getByText('Signed in.')).toBeVisible()
    expect(await members()).toContain(
      '<code>0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266</code> on <code>eip155:31337</code>',
    )
  })
  await test.step('the Solana account of the same session signs when it is first used', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Network/ })
      .click()
    await modal.getByRole('button', { name: 'Latchkey Solana' }).click()
    await expect(modal).toHaveAccessibleName('Sign in')
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await expect(sheet).toContainText('wants you to sign in with your Solana account:')
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await expect(modal).toBeHidden()
    await expect(solanaAccountOf(page)).toBeVisible()
    await expect(account.getByText('Signed in.')).toBeVisible()
    expect(await members()).toContain(
      `<code>${first.address}</code> on <code>${chain.networkId}</code>`,
    )
    expect(await script(phone, 'sessions')).toHaveLength(1)
  })
  await test.step('after a reload no signature is requested', async () => {
    await page.reload()
    await expect(solanaAccountOf(page)).toBeVisible()
    await expect(account.getByText('Signed in.')).toBeVisible()
    await expect(modal).toBeHidden()
  })
})

/** Answers with sign-ins that do not match the site's request. */
const strange: Readonly<Record<string, Answer>> = {
  'another site': ({ input }) => [
    signedIn(input, { domain: 'evil.example.org', uri: 'https://evil.example.org' }),
  ],
  'another text': ({ input }) => [signedIn(input, { statement: 'Give me all of it.' })],
  'another account’s name': ({ input }) => [signedIn(input, { accountAddress: second.address })],
  'a later end': ({ input }) => [signedIn(input, { expirationTime: '2099-01-01T00:00:00.000Z' })],
  'one more resource': ({ input }) => [
    signedIn(input, { resources: ['https://evil.example.org'] }),
  ],
  'no text at all': () => [
    {
      account: { accountAt: first.address },
      signedMessage: { bytes: [255, 254, 0] },
      signature: { bytes: Array.from({ length: 64 }, () => 0) },
    },
  ],
}

test('installed wallets sign in in one step or in two; a refused or forged sign-in is reported, and another message than requested is not used', async ({
  page,
  devnet,
  solana: _chain,
}) => {
  const one = await playSolanaWallet(page, { name: 'One step' })
  const two = await playSolanaWallet(page, {
    name: 'Two steps',
    features: ['solana:signMessage', 'solana:signTransaction'],
  })
  let refusals = 1
  await playSolanaWallet(page, {
    name: 'Refuses',
    answer: (call) => {
      if (call.feature === 'solana:signIn' && refusals-- > 0) throw new Error('4001')
      return answerHonestly(call)
    },
  })
  for (const [name, answer] of Object.entries(strange))
    await playSolanaWallet(page, {
      name: `Signs ${name}`,
      answer: (call) => (call.feature === 'solana:signIn' ? answer(call) : answerHonestly(call)),
    })
  const forged = await playSolanaWallet(page, {
    name: 'Forged',
    answer: (call) =>
      call.feature === 'solana:signIn'
        ? [{ ...signedIn(call.input), signature: { bytes: [...second.sign(new Uint8Array(1))] } }]
        : answerHonestly(call),
  })
  let texts = 0
  await playSolanaWallet(page, {
    name: 'Liar',
    features: ['solana:signMessage'],
    answer: (call) => {
      if (call.feature !== 'solana:signMessage') return answerHonestly(call)
      const message = Uint8Array.from(call.input.message ?? [])
      texts++
      if (texts === 1) return [signed(Uint8Array.from([...message, 33]))]
      return [signed(message, texts === 2 ? second.sign(message) : first.sign(message))]
    },
  })
  const given: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/siwx/verify') && given.push(request.postData() ?? ''),
  )
  const modal = await openConnect(page, `${devnet.demo}/?siwx=server&wallet=none`)
  const account = page.getByRole('region', { name: 'Your account' })
  const status = async () => (await page.request.get(`${devnet.demo}/members`)).status()
  const sign = modal.getByRole('button', { name: 'Sign in' })
  const leave = async () => {
    await expect(account.getByText('Signed in.')).toBeVisible()
    expect(await status()).toBe(200)
    await account.getByRole('button', { name: 'Disconnect' }).click()
    await expect.poll(status).toBe(401)
    given.length = 0
    await page
      .getByRole('banner')
      .getByRole('button', { name: 'Connect wallet', exact: true })
      .click()
  }

  await test.step('a wallet with the feature connects and signs in with one request', async () => {
    await walletRowOf(modal, 'One step').click()
    await expect(modal).toBeHidden()
    await expect(solanaAccountOf(page)).toBeVisible()
    expect(one.requests).toEqual(['solana:signIn'])
    await leave()
  })
  await test.step('a wallet without the feature signs the text in a second step', async () => {
    await walletRowOf(modal, 'Two steps').click()
    await expect(modal).toHaveAccessibleName('Sign in')
    expect(two.requests).toEqual(['standard:connect'])
    await modal.getByRole('button', { name: 'Show message' }).click()
    await expect(modal.getByRole('region', { name: 'Message' })).toContainText(
      `wants you to sign in with your Solana account:\n${first.address}`,
    )
    await sign.click()
    await expect(modal).toBeHidden()
    expect(two.requests).toEqual(['standard:connect', 'solana:signMessage'])
    await leave()
  })
  await test.step('a refusal is shown, and can be retried', async () => {
    await walletRowOf(modal, 'Refuses').click()
    await expect(modal).toContainText('Rejected in Refuses')
    expect([await status(), given]).toEqual([401, []])
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toBeHidden()
    await leave()
  })
  for (const name of Object.keys(strange))
    await test.step(`a wallet that signs ${name} is connected, and its signature is not used`, async () => {
      await walletRowOf(modal, `Signs ${name}`).click()
      await expect(modal).toHaveAccessibleName('Sign in')
      expect([await status(), given]).toEqual([401, []])
      await sign.click()
      await expect(modal).toBeHidden()
      expect(given).toHaveLength(1)
      await leave()
    })
  await test.step('the server refuses a forged signature, and the visitor signs again', async () => {
    await walletRowOf(modal, 'Forged').click()
    await expect(modal).toHaveAccessibleName('Sign in')
    expect(await status()).toBe(401)
    expect(forged.requests).toEqual(['solana:signIn'])
    await sign.click()
    await expect(modal).toBeHidden()
    await leave()
  })
  await test.step('a signature of another text is reported, and a forged signature is refused', async () => {
    await walletRowOf(modal, 'Liar').click()
    await sign.click()
    await expect(modal.getByRole('alert')).toBeVisible()
    expect(given).toEqual([])
    await sign.click()
    await expect(modal.getByRole('alert')).toContainText('could not sign you in')
    expect(await status()).toBe(401)
    await sign.click()
    await expect(modal).toBeHidden()
    await leave()
  })
})
