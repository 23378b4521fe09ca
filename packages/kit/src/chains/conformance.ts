import type { AccountId } from '@latchkey/protocol/caip'
import { addressKey, isAddress, isSameAddress } from '@latchkey/protocol/address'
import { parseAccountId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainBalances } from '../domains/balances/chainBalances.lazy.ts'
import { reasonOf } from '../session/startTestKit.ts'
import { contactsOf, labelOf, saveContact } from '../domains/contacts/addressBook.ts'
import { adapterOf } from '../core/accounts/adapterOf.ts'
import { extrasOf } from '../core/transactions/extrasOf.ts'
import { facetOf } from '../core/accounts/facetOf.ts'
import type { FacetName } from '../core/contracts/facets/facets.ts'
import type { SendToken } from '../core/contracts/facets/send.ts'
import type { Kit } from '../core/kit/kit.ts'
import { feeQuery } from '../domains/transactions/feeQuery.ts'
import { paymentUri } from '../domains/receive/paymentUri.ts'
import { parseAmount } from '../domains/send/amount/parseAmount.ts'
import { prepareRequest } from '../domains/send/request/prepareRequest.lazy.ts'
import { prepareSend } from '../domains/send/review/prepareSend.ts'
import { readToken } from '../domains/send/request/readToken.ts'
import { recentRecipients } from '../domains/send/recentRecipients.ts'
import { sendPrepared } from '../domains/send/progress/sendPrepared.lazy.ts'

/** A chain under test, with a kit whose wallet is connected and holds `native` and `token`. */
export type ChainInTest = {
  kit: Kit
  accountId: AccountId
  /**
   * An address to which the account has never sent anything. On a chain with a minimum balance per
   * account, it holds that minimum.
   */
  friend: string
  native: SendToken
  /** Absent if the chain has no tokens. */
  token?: SendToken & { address: string }
  /** Another spelling of `friend`, where an address has several. */
  friendSpelling?: string
  /**
   * `address` looks like an address but is invalid; `account` is on another network of the
   * namespace.
   */
  wrong: { address: string; account: string }
  /** Makes a block with all pending transactions, and waits until the kit has read it. */
  settle(): Promise<void>
  /** Sets how the wallet answers its next requests. */
  answer(how: 'approve' | 'refuse'): void
}

const names: readonly FacetName[] = ['addresses', 'assets', 'remote', 'send', 'transactions']

/**
 * The tests that every chain must pass. They test the chain's facets, and the domains that use the
 * facets. For a chain without tokens, the tests about tokens are left out.
 */
export function testConformance(
  name: string,
  start: () => Promise<ChainInTest>,
  { hasTokens = true }: { hasTokens?: boolean } = {},
): void {
  const begin = () => beginWith(start)
  const kinds = hasTokens ? (['native', 'token'] as const) : (['native'] as const)
  describe(`${name}: the adapter`, () => void testAdapter(begin))
  describe(`${name}: addresses`, () => {
    testAddresses(begin)
    testAddressBook(begin)
    testPaymentLinks(begin, kinds)
  })
  describe(`${name}: assets`, () => void testAssets(begin))
  describe.runIf(hasTokens)(`${name}: tokens`, () => void testTokens(begin))
  describe(`${name}: sending`, () => {
    testSending(begin, kinds)
    testMaxAmount(begin)
    testRefusals(begin, kinds)
    testFeeChoices(begin)
  })
  describe(`${name}: transactions`, () => void testTransactions(begin))
}

type Kinds = readonly ('native' | 'token')[]
type Begin = () => ReturnType<typeof beginWith>

/** Starts a chain for one test, and adds what most tests need. */
async function beginWith(start: () => Promise<ChainInTest>) {
  const chain = await start()
  const { networkId, address, namespace } = parseAccountId(chain.accountId)
  const balance = async (of: string, token: SendToken = chain.native) => {
    const { getBalances } = await facetOf(chain.kit, networkId, 'assets')
    return (
      (
        await getBalances({
          address: of,
          networkId,
          tokens: token.address === undefined ? [] : [token.address],
        })
      ).at(-1) ?? 0n
    )
  }
  const order = { networkId, from: address, to: { address: chain.friend }, token: chain.native }
  /** @throws Error for `token` on a chain without tokens */
  const tokenOf = (kind: 'native' | 'token') => {
    const token = kind === 'native' ? chain.native : chain.token
    if (!token) throw new Error('The chain has no tokens')
    return token
  }
  return { ...chain, networkId, address, namespace, balance, order, tokenOf }
}

function testAdapter(begin: Begin): void {
  test('the adapter lists exactly the facets that it loads, and loads each once', async () => {
    const { kit, namespace } = await begin()
    const adapter = adapterOf(kit, namespace)
    for (const one of names) {
      const facet = await adapter.load(one)
      expect(facet !== undefined, one).toBe(adapter.facets.includes(one))
      expect(await adapter.load(one), one).toBe(facet)
    }
  })
}

function testAddresses(begin: Begin): void {
  test('an address is accepted alone or with its network; an address of another network is refused', async () => {
    const { kit, networkId, namespace, friend, wrong } = await begin()
    const { readRecipient } = await facetOf(kit, networkId, 'addresses')
    expect(isAddress(friend, namespace)).toBe(true)
    for (const text of [friend, ` ${friend}\n`, `${networkId}:${friend}`])
      expect(await readRecipient(text, networkId)).toEqual({ status: 'address', address: friend })
    expect(await readRecipient('', networkId)).toEqual({ status: 'empty' })
    expect(await readRecipient(wrong.address, networkId)).toMatchObject({ status: 'refused' })
    expect(await readRecipient(wrong.account, networkId)).toEqual({
      status: 'refused',
      fault: 'otherNetwork',
    })
  })

  test('readRecipient and readPayment accept any typed text without an error', async () => {
    const { kit, networkId, friend } = await begin()
    const { readRecipient, readPayment } = await facetOf(kit, networkId, 'addresses')
    const similar = fc
      .tuple(fc.nat({ max: friend.length }), fc.string({ maxLength: 3 }))
      .map(([at, text]) => friend.slice(0, at) + text + friend.slice(at))
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), similar), async (text) => {
        expect(['empty', 'address', 'name', 'refused']).toContain(
          (await readRecipient(text, networkId)).status,
        )
        await readPayment(text, networkId)
      }),
      { seed: 7 },
    )
  })

  test('an address is not alike itself or another account, and no account’s address is ownerless', async () => {
    const { kit, networkId, friend, address } = await begin()
    const { isAlike, isOwnerless } = await facetOf(kit, networkId, 'addresses')
    expect([
      isAlike(friend, friend),
      isAlike(friend, address),
      isOwnerless(friend),
      isOwnerless(address),
    ]).toEqual([false, false, false, false])
    expect(addressKey(addressKey(friend))).toBe(addressKey(friend))
  })
}

function testAddressBook(begin: Begin): void {
  test('the address book stores a contact under the namespace of its address', async () => {
    const { kit, namespace, friend, wrong } = await begin()
    expect(saveContact(kit, { label: 'Lena', address: friend })).toEqual({
      status: 'saved',
      contact: { label: 'Lena', address: friend, namespace },
    })
    expect(saveContact(kit, { label: 'Nobody', address: `${wrong.address} <` })).toEqual({
      status: 'refused',
      fault: 'addressInvalid',
    })
    expect(labelOf(kit, friend)).toBe('Lena')
    expect(contactsOf(kit)).toHaveLength(1)
  })

  test('two spellings of one address are the same address', async () => {
    const {
      kit,
      networkId,
      namespace,
      friend,
      friendSpelling = friend,
      order,
      settle,
    } = await begin()
    const { readRecipient, isAlike } = await facetOf(kit, networkId, 'addresses')
    expect(isAddress(friendSpelling, namespace)).toBe(true)
    const read = await readRecipient(friendSpelling, networkId)
    expect(read.status === 'address' && isSameAddress(read.address, friend)).toBe(true)
    expect(isAlike(friend, friendSpelling)).toBe(false)
    saveContact(kit, { label: 'Lena', address: friend })
    expect(labelOf(kit, friendSpelling)).toBe('Lena')
    for (const address of [friend, friendSpelling]) {
      await sendPrepared(kit, await prepareSend(kit, { ...order, to: { address }, amount: 1_000n }))
      await settle()
    }
    expect(recentRecipients(kit, namespace)).toHaveLength(1)
  })
}

function testPaymentLinks(begin: Begin, kinds: Kinds): void {
  test('readPayment returns what paymentUri wrote; without an amount, the link is only the address', async () => {
    const { kit, networkId, accountId, address, tokenOf } = await begin()
    const { readPayment } = await facetOf(kit, networkId, 'addresses')
    expect(await paymentUri(kit, { accountId })).toBe(address)
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.constantFrom(...kinds),
        async (amount, kind) => {
          const { address: token } = tokenOf(kind)
          const request = token === undefined ? { amount } : { amount, token }
          expect(
            await readPayment(await paymentUri(kit, { accountId, ...request }), networkId),
          ).toEqual({ to: address, ...request })
        },
      ),
      { seed: 7, numRuns: 30 },
    )
  })
}

function testAssets(begin: Begin): void {
  test('without services, the kit reads the balances from the chain', async () => {
    const { kit, accountId, networkId, address, balance, native } = await begin()
    const {
      balances: [first],
    } = await chainBalances(kit, parseAccountId(accountId))
    expect(first).toMatchObject({ id: networkId, symbol: native.symbol, decimals: native.decimals })
    expect(parseAmount(first?.quantity ?? '', native.decimals)).toEqual({
      status: 'amount',
      amount: await balance(address),
    })
  })

  test('lookForChanges reports a change at its first call, and then only after a transfer', async () => {
    const { kit, networkId, address, order, settle } = await begin()
    const { lookForChanges } = await facetOf(kit, networkId, 'assets')
    const first = await lookForChanges({ address, networkId })
    expect(first.hasChanged).toBe(true)
    const again = await lookForChanges({ address, networkId, seen: first.seen })
    expect(again.hasChanged).toBe(false)
    await sendPrepared(kit, await prepareSend(kit, { ...order, amount: 1_000n }))
    await settle()
    expect((await lookForChanges({ address, networkId, seen: again.seen })).hasChanged).toBe(true)
  })
}

function testTokens(begin: Begin): void {
  test('the node answers the native balance first, then the tokens in the requested order', async () => {
    const { kit, networkId, address, tokenOf, balance } = await begin()
    const token = tokenOf('token')
    const { getBalances } = await facetOf(kit, networkId, 'assets')
    const [native, tokenBalance] = await getBalances({
      address,
      networkId,
      tokens: [token.address ?? ''],
    })
    expect([native, tokenBalance]).toEqual([await balance(address), await balance(address, token)])
    expect(tokenBalance).toBeGreaterThan(0n)
  })

  test('a token reports its symbol and decimals; an address without a token is rejected', async () => {
    const { kit, networkId, tokenOf, wrong } = await begin()
    const token = tokenOf('token')
    expect(await readToken(kit, networkId, token.address)).toEqual({
      address: token.address,
      symbol: token.symbol,
      decimals: token.decimals,
    })
    expect(await reasonOf(readToken(kit, networkId, wrong.address))).toMatchObject({
      code: 'actionNotAllowed',
    })
  })
}

function testSending(begin: Begin, kinds: Kinds): void {
  test.each(kinds)(
    'a transfer of the %s arrives in full, costs at most the shown fee and is followed until mined',
    async (kind) => {
      const { kit, networkId, address, namespace, friend, order, balance, settle, ...chain } =
        await begin()
      const token = chain.tokenOf(kind)
      const [mine, theirs, coins] = [
        await balance(address, token),
        await balance(friend, token),
        await balance(address),
      ]
      const prepared = await prepareSend(kit, { ...order, token, amount: 1_000n })
      expect(prepared).toMatchObject({
        problems: [],
        simulation: { status: 'works' },
        balance: mine,
      })
      const { total = 0n, maxTotal = 0n, reserve = 0n } = prepared.fee ?? {}
      expect([total > 0n, total <= maxTotal, maxTotal <= reserve]).toEqual([true, true, true])
      const hash = await sendPrepared(kit, prepared)
      await expect
        .poll(() => kit.getState().pending?.[0])
        .toMatchObject({
          hash,
          networkId,
          status: 'pending',
          description: { operationType: 'send', sentTo: friend },
        })
      await settle()
      await expect.poll(() => kit.getState().pending?.[0]?.status).toBe('mined')
      expect((await balance(friend, token)) - theirs).toBe(1_000n)
      const paid = coins - (await balance(address)) - (kind === 'native' ? 1_000n : 0n)
      const fee = paid - extrasOf(prepared.fee ?? {})
      expect(fee).toBeLessThanOrEqual(maxTotal)
      const { readFee, countConfirmations } = await facetOf(kit, networkId, 'transactions')
      expect(await readFee({ networkId, hash })).toBe(fee)
      if (countConfirmations)
        expect(
          await countConfirmations({ networkId, hash }).then(
            (count) => count === 'final' || count >= 1,
          ),
        ).toBe(true)
      expect(
        await feeQuery(kit, { networkId, hash }).queryFn({ signal: new AbortController().signal }),
      ).toMatchObject({ symbol: chain.native.symbol })
      expect(recentRecipients(kit, namespace)).toEqual([{ address: friend, name: undefined }])
    },
  )
}

function testMaxAmount(begin: Begin): void {
  test('the maximum amount of the native token is the balance minus the reserved fee', async () => {
    const { kit, address, friend, order, balance, settle } = await begin()
    const before = await balance(address)
    const theirs = await balance(friend)
    const prepared = await prepareSend(kit, { ...order, amount: 'max' })
    expect(prepared.problems).toEqual([])
    await sendPrepared(kit, prepared)
    await settle()
    await expect.poll(() => balance(friend)).toBe(theirs + prepared.amount)
    expect(before - prepared.amount).toBe(prepared.fee?.reserve)
  })
}

function testRefusals(begin: Begin, kinds: Kinds): void {
  test('an amount above the balance, or one that leaves nothing for the fee, has a problem before sending', async () => {
    const { kit, address, order, balance, tokenOf } = await begin()
    const available = await balance(address)
    const problemsOf = async (amount: bigint, of: SendToken = order.token) =>
      (await prepareSend(kit, { ...order, token: of, amount })).problems
    expect(await problemsOf(available + 1n)).toEqual(['balance'])
    expect(await problemsOf(available)).toEqual(['fee'])
    for (const token of kinds.map(tokenOf))
      expect(await problemsOf((await balance(address, token)) + 1n, token)).toEqual(['balance'])
    const overdraft = await prepareSend(kit, { ...order, amount: available + 1n })
    expect(await reasonOf(sendPrepared(kit, overdraft))).toMatchObject({
      code: 'actionNotAllowed',
      details: 'balance',
    })
  })

  test('a refusal in the wallet fails with `userRejected` and moves no funds', async () => {
    const { kit, address, friend, order, balance, answer } = await begin()
    const before = [await balance(address), await balance(friend)]
    answer('refuse')
    expect(
      await reasonOf(sendPrepared(kit, await prepareSend(kit, { ...order, amount: 1_000n }))),
    ).toMatchObject({ code: 'userRejected' })
    expect(await reasonOf(kit.signMessage({ message: 'a' }))).toMatchObject({
      code: 'userRejected',
    })
    expect([await balance(address), await balance(friend)]).toEqual(before)
    expect(kit.getState().pending ?? []).toEqual([])
    answer('approve')
    expect(await kit.signMessage({ message: 'a' })).toBeTypeOf('string')
  })

  test('prepareRequest warns of a first transfer to an address, and not of the next transfer', async () => {
    const { kit, friend, tokenOf, settle } = await begin()
    const { address: token } = tokenOf(kinds.at(-1) ?? 'native')
    const first = await prepareRequest(kit, {
      to: friend,
      amount: 1_000n,
      ...(token !== undefined && { token }),
    })
    expect(first.warnings).toEqual([{ kind: 'firstTime' }])
    await sendPrepared(kit, first)
    await settle()
    expect((await prepareRequest(kit, { to: friend, amount: 1_000n })).warnings).toEqual([])
    expect(await reasonOf(prepareRequest(kit, { to: 'no address', amount: 1n }))).toMatchObject({
      code: 'actionNotAllowed',
    })
  })
}

function testFeeChoices(begin: Begin): void {
  test('fee choices are sorted by their total, and a sent transaction costs at most the chosen fee', async () => {
    const { kit, networkId, order, settle } = await begin()
    const send = await facetOf(kit, networkId, 'send')
    if (!send.readFeeChoices) return // on this chain the visitor can't choose the fee
    const choices = await send.readFeeChoices({ ...order, amount: 1_000n })
    expect(choices.length).toBeGreaterThan(1)
    const totals = choices.map(({ fee }) => fee.total)
    expect(totals).toEqual([...totals].sort((a, b) => Number(a - b)))
    const { readFee } = await facetOf(kit, networkId, 'transactions')
    for (const { id, fee } of choices) {
      const prepared = await prepareSend(kit, { ...order, amount: 1_000n, feeChoice: id })
      expect(prepared).toMatchObject({ problems: [], fee })
      const hash = await sendPrepared(kit, prepared)
      await settle()
      expect(await readFee({ networkId, hash })).toBeLessThanOrEqual(fee.maxTotal)
    }
  })
}

function testTransactions(begin: Begin): void {
  test('an unknown transaction has the state `unknown` and no fee', async () => {
    const { kit, networkId, address } = await begin()
    const { createLookup, readReplacementFacts, readFee, countConfirmations } = await facetOf(
      kit,
      networkId,
      'transactions',
    )
    const hash = `0x${'00'.repeat(32)}`
    expect(
      await createLookup()({ hash, networkId, address, sentAt: 0, status: 'pending' }),
    ).toMatchObject({ kind: 'unknown' })
    expect([
      await readReplacementFacts?.({ hash, networkId, address }),
      await readFee({ hash, networkId }),
    ]).toEqual([undefined, undefined])
    if (countConfirmations) expect(await countConfirmations({ hash, networkId })).toBe(0)
  })
}
