/**
 * A Solana payment with a failure on its way to the chain is paid once or not at all, even when the
 * visitor reloads the page.
 */
import type { Page, Route } from '@playwright/test'
import { solanaAddressOf } from '../../../devnet/src/solana/solanaAccounts.ts'
import { toBase58 } from '../../../packages/protocol/src/base58.ts'
import { expect, test } from '../fixtures/test.ts'
import { rowsUnder } from '../support/activity.ts'
import { playSolanaWallet, remembering } from '../support/playedSolana.ts'
import type { Call } from '../support/playedSolana.ts'
import { review, sendAgain, sendButtonOf, sendFromAccount } from '../support/send.ts'
import { modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { requestSolana, solanaAccountOf } from '../support/solana.ts'

test.setTimeout(150_000)
// the browser logs lost answers
test.use({ allowConsole: [/Failed to load resource: net::ERR_FAILED/] })

const other = solanaAddressOf('newcomer')

/** A transaction on its way from the page to the node. */
type Sent = { body: string; bytes: string }

/**
 * Intercepts transactions that the page sends to the node, and no other request. @returns the sent
 * transactions
 */
async function intercept(
  page: Page,
  decide: (route: Route, sent: Sent) => Promise<void>,
): Promise<Sent[]> {
  const all: Sent[] = []
  // every URL, because the page sends to the node itself, or to the API that forwards
  await page.route('**/*', async (route, request) => {
    const body = request.method() === 'POST' ? (request.postData() ?? '') : ''
    if (!body.includes('"sendTransaction"')) return route.fallback()
    const {
      params: [bytes],
    } = JSON.parse(body) as { params: [string] } // the kit's request
    all.push({ body, bytes })
    await decide(route, { body, bytes })
  })
  return all
}

test('a wallet that signs after the blockhash has expired is reported, and a retry pays once', async ({
  page,
  devnet,
  solana: chain,
}) => {
  const before = await chain.balanceOf(other)
  const { lamports, text } = chain.newAmount()
  const requests: string[] = []
  // At the first request 400 blocks pass before the wallet answers, as when a person reads slowly.
  // No block accepts the transaction any more.
  const slow = async (call: Call) => {
    if (call.feature !== 'solana:signTransaction') return remembering(call)
    requests.push(Buffer.from(call.input.transaction ?? []).toString('base64'))
    if (requests.length === 1) chain.advance(400)
    return remembering(call)
  }
  await playSolanaWallet(page, {
    name: 'Slow',
    features: ['solana:signTransaction', 'solana:signMessage'],
    answer: slow,
  })
  const sent = await intercept(page, (route) => route.fallback())
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, 'Slow').click()
  await expect(modal).toBeHidden()
  await sendAgain(page, solanaAccountOf(page))
  await review(modal, { amount: text, to: other })
  await sendButtonOf(modal).click()
  await expect(modal).toContainText(
    'It took too long in Slow, and the transaction expired. Nothing was sent.',
  )
  expect(await chain.balanceOf(other)).toBe(before)
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toContainText(`${text} SOL sent`)
  expect(await chain.balanceOf(other)).toBe(before + lamports)
  // the second request has a new blockhash, and the late transaction stays invalid
  expect(new Set(requests).size).toBe(2)
  for (const one of sent.slice(0, -1)) await sendToNode(chain.url, one, true)
  chain.advance(3)
  expect(await chain.balanceOf(other)).toBe(before + lamports)
  const list = await activityAfterReload(page)
  await expect(list.getByRole('listitem').filter({ hasText: `-${text} SOL` })).toHaveCount(1)
})

/** Connects the wallet, and sends an amount of SOL. */
async function send(page: Page, demo: string, text: string) {
  const modal = await openConnect(page, `${demo}/?wallet=approve`)
  await walletRowOf(modal).click()
  await modal.getByRole('button', { name: /^Solana/ }).click()
  await expect(modal).toBeHidden()
  await solanaAccountOf(page).click()
  await sendFromAccount(modal)
  await review(modal, { amount: text, to: other })
  await sendButtonOf(modal).click()
}

/** The account's activity after a reload. */
async function activityAfterReload(page: Page) {
  await page.reload()
  await solanaAccountOf(page).click()
  await modalOf(page).getByRole('tab', { name: 'Activity' }).click()
  return modalOf(page)
}

const sendToNode = (url: string, { bytes }: Sent, skipPreflight = false) =>
  requestSolana<string | undefined>(url, 'sendTransaction', [
    bytes,
    { encoding: 'base64', preflightCommitment: 'confirmed', skipPreflight },
  ])

test('a payment that the node receives twice without answering is paid once and shown as sent, also after a reload', async ({
  page,
  devnet,
  solana: chain,
}) => {
  const before = await chain.balanceOf(other)
  const { lamports, text } = chain.newAmount()
  const sent = await intercept(page, async (route, one) => {
    await Promise.all([sendToNode(chain.url, one), sendToNode(chain.url, one)])
    await route.abort() // the answer is lost
  })
  await send(page, devnet.demo, text)
  await expect.poll(() => chain.balanceOf(other)).toBe(before + lamports)
  const modal = await activityAfterReload(page)
  await expect(rowsUnder(modal, 'Pending')).toHaveCount(0)
  await expect(modal.getByRole('listitem').filter({ hasText: `-${text} SOL` })).toHaveCount(1)
  await page.reload()
  expect(new Set(sent.map(({ bytes }) => bytes)).size).toBe(1)
  expect(await chain.balanceOf(other)).toBe(before + lamports)
})

test('a payment that the node loses stays pending, also after a reload, until its blockhash expires; then it is shown as not sent, and can no longer be paid', async ({
  page,
  devnet,
  solana: chain,
}) => {
  const before = await chain.balanceOf(other)
  const { text } = chain.newAmount()
  const sent = await intercept(page, async (route, { body, bytes }) => {
    // a node answers with the first signature of the transaction, in base58
    const signature = toBase58(Buffer.from(bytes, 'base64').subarray(1, 65))
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { jsonrpc: '2.0', id: JSON.parse(body).id, result: signature },
    })
  })
  await send(page, devnet.demo, text)
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('@latchkey/pending-transactions') ?? ''))
    .toContain('solana:')
  const modal = await activityAfterReload(page)
  await expect(rowsUnder(modal, 'Pending')).toHaveCount(1)
  await expect(rowsUnder(modal, 'Pending')).toContainText(`-${text}`)
  await page.reload()
  await solanaAccountOf(page).click()
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await expect(rowsUnder(modal, 'Pending')).toHaveCount(1)
  chain.advance(160) // a blockhash is valid for 150 blocks, which take a minute
  await expect(rowsUnder(modal, 'Pending')).toHaveCount(0, { timeout: 60_000 })
  expect(await chain.balanceOf(other)).toBe(before)
  const [first] = sent
  if (!first) throw new Error('Nothing was sent')
  // the node sends its stored transaction too late
  expect(await sendToNode(chain.url, first)).toBeUndefined()
  await sendToNode(chain.url, first, true)
  expect(await chain.balanceOf(other)).toBe(before)
})
