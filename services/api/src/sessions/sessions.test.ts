import fc from 'fast-check'
import {
  delegationHash,
  delegationTypedData,
  writeContext,
} from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { encodeAbiParameters, parseAbiParameters, type Hex, type LocalAccount } from 'viem'
import { expect, test } from 'vitest'
import {
  grant,
  newOwner,
  nowSeconds,
  redeemer,
  sessionClient,
  usdc,
  wishOf,
  type SessionAnswer,
} from '../testing/sessionClient.ts'
import { sessionChainId as chainId, startSessionChain } from '../testing/startSessionChain.ts'
import { failure, idOf, sessionsIn, startTestSessions } from '../testing/startTestSessions.ts'

const { begin, start, opened } = startTestSessions()
const sign = (owner: LocalAccount, message: string) => owner.signMessage({ message })

test('a session is announced, granted and listed with what the chain enforces', async () => {
  const { site, id, owner, state } = await begin()
  const granted = await grant(owner, chainId, { terms: { maxUses: 5n } })
  const hash = delegationHash(granted.delegation)
  state.spent.set(hash, { period: 1n, amount: 4n })
  state.uses.set(hash, 2n)
  const { status, body } = await site.announce(id, granted.expiry, {
    project: { name: ' My\u202e shop ', url: 'https://shop.example/a', iconUrl: 'javascript:1' },
  })
  expect(status).toBe(200)
  const pci = String(body['pci'])
  // nothing is shown before the account has granted it
  expect(sessionsIn(await site.list(id))).toEqual([])
  expect((await site.context(id, pci)).status).toBe(404)
  const activated = await site.activate(id, pci, granted)
  expect([activated.status, activated.body]).toEqual([200, { success: true, pci }])
  expect(sessionsIn(await site.list(id))).toEqual([
    {
      pci,
      project: { id: 'shop', name: 'My shop', url: 'https://shop.example/a', iconUrl: null },
      account: id,
      createdAt: expect.any(Number) as number,
      expiry: granted.expiry,
      permissions: [
        {
          type: 'erc20-token-periodic',
          data: {
            startTime: expect.any(Number) as number,
            tokenAddress: usdc,
            periodAmount: '0xa',
            periodDuration: 86_400,
          },
        },
      ],
      policies: [
        { type: 'expiry', data: { timestamp: granted.expiry } },
        { type: 'redeemer', data: { addresses: [redeemer] } },
        { type: 'call-limit', data: { count: 5 } },
      ],
      context: granted.context,
      state: 'active',
      revokedAt: null,
      available: '6',
      usesLeft: '3',
    },
  ])
  // a plain address means all networks
  expect(sessionsIn(await site.list(owner.address))).toHaveLength(1)
  expect((await site.context(owner.address.toLowerCase(), pci)).body).toEqual({
    context: granted.context,
  })
})

test('the same grant again is the same session, and a session has one grant', async () => {
  const { site, id, owner } = await begin()
  const granted = await grant(owner, chainId)
  const pci = await site.record(id, granted)
  expect((await site.activate(id, pci, granted)).body).toEqual({ success: true, pci })
  expect(
    await site.record(id, { ...granted, context: `0x${granted.context.slice(2).toUpperCase()}` }),
  ).toBe(pci)
  expect(sessionsIn(await site.list(id))).toHaveLength(1)
  const other = await site.activate(id, pci, await grant(owner, chainId))
  expect(failure(other)).toBe('403 pci: The session has another context')
})

test('a site sees and uses its own sessions alone', async () => {
  const { site, id, owner, url } = await begin()
  const granted = await grant(owner, chainId)
  const pci = await site.record(id, granted)
  for (const stranger of [
    sessionClient(url, { project: 'other' }),
    sessionClient(url, { origin: 'https://evil.example' }),
    sessionClient(url, { origin: 'http://shop.example' }),
    sessionClient(url, { origin: '' }),
  ]) {
    expect(sessionsIn(await stranger.list(id))).toEqual([])
    expect((await stranger.context(id, pci)).status).toBe(404)
    expect((await stranger.activate(id, pci, granted)).status).toBe(404)
    const { body } = await stranger.announce(id)
    expect(failure(await stranger.activate(id, body['pci'], granted))).toBe(
      '403 context: Another site has recorded this context',
    )
  }
  const nobody = sessionClient(url, { project: '', origin: '' })
  expect(failure(await nobody.list(id))).toBe('400 projectId: projectId is missing')
  const hidden = sessionClient(url, { origin: 'null' })
  expect((await hidden.list(id)).status).toBe(403)
  expect(sessionsIn(await site.list(idOf(newOwner())))).toEqual([])
})

test('a page of the API’s own origin is known although browsers name it only in a POST', async () => {
  const { id, owner, url } = await begin({ publicUrl: 'https://shop.example' })
  const granted = await grant(owner, chainId)
  await sessionClient(url).record(id, granted)
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(`${url}/v1/sessions/${id}?projectId=shop`, { headers })
    const { status } = response
    const body = (await response.json()) as SessionAnswer['body'] // our own API
    return sessionsIn({ status, body, headers: response.headers }).length
  }
  expect(await get({ referer: 'https://shop.example/cart?a=1' })).toBe(1)
  expect(await get({ 'sec-fetch-site': 'same-origin' })).toBe(1)
  expect(await get({ 'sec-fetch-site': 'cross-site' })).toBe(0)
})

test('grants that do not count are refused', async () => {
  const { site, id, owner, state } = await begin()
  const thief = newOwner()
  state.upgraded.add(thief.address.toLowerCase())
  const good = await grant(owner, chainId)
  const { signature } = good.delegation
  const half = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (half - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  const spelled = (text: string): Hex => `0x${text}`
  const signed = (changed: Hex) => ({
    ...good,
    context: writeContext({ ...good.delegation, signature: changed }),
  })
  const typed = delegationTypedData(good.delegation, chainId)
  const elsewhere = { ...typed, domain: { ...typed.domain, verifyingContract: redeemer } }
  const v27 = signature.endsWith('1b')
  const listType = parseAbiParameters([
    'Delegation[] delegations',
    'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
    'struct Caveat { address enforcer; bytes terms; bytes args; }',
  ])
  const two = [good.delegation, (await grant(owner, chainId)).delegation]
  const others: [string, { context: Hex; expiry: number }][] = [
    ['403 context', await grant(thief, chainId)],
    ['401 context', await grant(owner, chainId + 1)],
    ['401 context', await grant(thief, chainId, { delegation: { delegator: owner.address } })],
    // for another DelegationManager
    ['401 context', signed(await owner.signTypedData(elsewhere))],
    // another spelling of the same signature
    ['401 context', signed(spelled(signature.slice(2, 66) + s + (v27 ? '1c' : '1b')))],
    ['401 context', signed(spelled(signature.slice(2, 130) + (v27 ? '00' : '01')))],
    ['401 context', signed(spelled(`${signature.slice(2)}00`))],
    ['401 context', signed('0x')],
    ['400 context', { ...good, context: encodeAbiParameters(listType, [two]) }],
    ['400 context', { ...good, context: encodeAbiParameters(listType, [[]]) }],
    // based on another delegation
    [
      '400 context',
      await grant(owner, chainId, { delegation: { authority: `0x${'12'.repeat(32)}` } }),
    ],
    // anybody may use it
    [
      '400 context',
      await grant(owner, chainId, {
        terms: { redeemers: [] },
        delegation: { delegate: `0x${'0'.repeat(37)}a11` },
      }),
    ],
    ['400 context', await grant(owner, chainId, { delegation: { caveats: [] } })],
    [
      '400 context',
      await grant(owner, chainId, {
        delegation: {
          caveats: [
            ...good.delegation.caveats,
            { enforcer: `0x${'ab'.repeat(20)}`, terms: '0x', args: '0x' },
          ],
        },
      }),
    ],
    [
      '400 context',
      await grant(owner, chainId, {
        terms: { redeemers: Array.from({ length: 9 }, () => redeemer) },
      }),
    ],
    ['400 context', { ...good, context: '0x' }],
    ['400 context', { ...good, context: `${good.context}00` }],
    ['400 context', { ...good, context: `0x${'0'.repeat(40_000)}` }],
    ['400 expiry', { ...good, expiry: good.expiry + 1 }],
    ['400 expiry', await grant(owner, chainId, { terms: { expiry: nowSeconds() - 3_600 } })],
    ['400 expiry', await grant(owner, chainId, { terms: { expiry: nowSeconds() + 400 * 86_400 } })],
    // a number that the account has not reached
    ['503 context', await grant(owner, chainId, { terms: { nonce: 1n } })],
  ]
  const { body } = await site.announce(id)
  for (const [reason, granted] of others)
    expect(failure(await site.activate(id, body['pci'], granted))).toMatch(`${reason}:`)

  const activate = () => site.activate(id, body['pci'], good)
  state.upgraded.delete(owner.address.toLowerCase())
  const early = await activate()
  expect([failure(early), early.headers.get('retry-after')]).toEqual([
    '503 id: The account is no smart account on this network yet',
    '5',
  ])
  state.upgraded.add(owner.address.toLowerCase())
  state.isSilent = true
  expect(failure(await activate())).toBe('503 chainId: The session cannot be checked now')
  state.isSilent = false
  state.disabled.add(delegationHash(good.delegation))
  expect(failure(await activate())).toBe('400 context: The account has ended this session')
  state.disabled.clear()
  state.nonces.set(owner.address.toLowerCase(), 1n)
  expect(failure(await activate())).toBe('400 context: The account has ended this session')
  state.nonces.clear()
  expect(sessionsIn(await site.list(id))).toEqual([])
  expect((await activate()).status).toBe(200)
})

test('a context with any other byte is never recorded', async () => {
  const { site, id, owner } = await begin()
  const granted = await grant(owner, chainId)
  const { body } = await site.announce(id)
  const digits = granted.context.slice(2)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(digits.length / 2 - 1),
      fc.integer({ min: 1, max: 255 }),
      async (place, mask) => {
        const byte = Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16) ^ mask
        const changed = byte.toString(16).padStart(2, '0')
        const context: Hex = `0x${digits.slice(0, 2 * place)}${changed}${digits.slice(2 * place + 2)}`
        const { status } = await site.activate(id, body['pci'], { ...granted, context })
        expect([400, 401, 403]).toContain(status)
      },
    ),
    { numRuns: 200 },
  )
  expect(sessionsIn(await site.list(id))).toEqual([])
  expect((await site.activate(id, body['pci'], granted)).status).toBe(200)
})

test('a session is announced for its account and network alone, and for half an hour', async () => {
  const { site, id, owner, pass } = await begin()
  const granted = await grant(owner, chainId)
  const { body } = await site.announce(id)
  const thief = newOwner()
  expect((await site.activate(idOf(thief), body['pci'], granted)).status).toBe(404)
  expect((await site.activate(id, crypto.randomUUID(), granted)).status).toBe(404)
  expect(failure(await site.announce(owner.address))).toBe('400 : Invalid CAIP Address')
  expect((await site.announce(`solana:${'a'.repeat(32)}:${owner.address}`)).status).toBe(400)
  expect(failure(await site.announce(`eip155:5:${owner.address}`))).toBe(
    '400 chainId: Unsupported chain',
  )
  expect(failure(await site.list(`eip155:5:${owner.address}`))).toBe(
    '400 chainId: Unsupported chain',
  )
  expect(failure(await site.announce(id, nowSeconds() - 3_600))).toMatch('400 expiry:')
  expect(failure(await site.announce(id, nowSeconds() + 400 * 86_400))).toMatch('400 expiry:')
  pass(1_800)
  expect((await site.activate(id, body['pci'], granted)).status).toBe(404)
})

test('the account revokes a session by its signature, with a plain address too', async () => {
  const { site, id, owner, url, state } = await begin()
  const pci = await site.record(id, await grant(owner, chainId))
  const next = await site.record(id, await grant(owner, chainId))
  const waiting = String((await site.announce(id)).body['pci'])
  const signature = await sign(owner, pci)
  for (const [status, ...wrong] of [
    [401, id, pci, await sign(newOwner(), pci)],
    [401, id, pci, await sign(owner, next)],
    [401, id, pci, `${signature}00`],
    [404, id, waiting, await sign(owner, waiting)],
    [404, idOf(newOwner()), pci, signature],
    [404, id, crypto.randomUUID(), signature],
  ] as const)
    expect((await site.revoke(wrong[0], wrong[1], wrong[2])).status).toBe(status)
  // the signature counts, wherever it comes from
  const wallet = sessionClient(url, { origin: 'https://wallet.example' })
  for (let turn = 0; turn < 2; turn += 1)
    expect(await wallet.revoke(owner.address, pci, signature)).toMatchObject({
      status: 200,
      body: { success: true },
    })
  // a contract decides about a signature of another form
  const third = await site.record(id, await grant(owner, chainId))
  const byContract: Hex = `0x${'c1'.repeat(70)}`
  expect((await site.revoke(id, third, byContract)).status).toBe(401)
  state.accepted = byContract
  expect((await site.revoke(id, third, byContract)).status).toBe(200)
  state.isSilent = true // the mark does not need the chain
  const found = sessionsIn(await site.list(id))
  expect(found.find((session) => session.pci === pci)).toMatchObject({
    state: 'revoked',
    revokedAt: expect.any(Number) as number,
    available: null,
  })
  expect(found.find((session) => session.pci === next)).toMatchObject({
    state: 'unknown',
    revokedAt: null,
  })
})

test('the chain decides where a session stands', async () => {
  const { site, id, owner, state, pass } = await begin()
  const granted = await grant(owner, chainId)
  const hash = delegationHash(granted.delegation)
  await site.record(id, granted)
  const account = owner.address.toLowerCase()
  const seen = async () => {
    pass(3)
    const [session] = sessionsIn(await site.list(id))
    return session && [session.state, session.available, session.revokedAt]
  }
  expect(await seen()).toEqual(['active', '10', null])
  state.isPaused = true
  expect(await seen()).toEqual(['suspended', null, null])
  state.isPaused = false
  state.upgraded.delete(account)
  expect(await seen()).toEqual(['suspended', null, null])
  state.upgraded.add(account)
  state.isSilent = true
  expect(await seen()).toEqual(['unknown', null, null])
  state.isSilent = false
  expect(await seen()).toEqual(['active', '10', null])

  state.block = 110
  state.disabled.add(hash)
  state.logs = [{ topics: ['0x00', hash], data: '0x', blockNumber: '0x6e' }]
  expect(await seen()).toEqual(['revoked', null, 1_000_110])
  // a node that is behind does not make it active again, and a silent one does not hide it
  state.disabled.delete(hash)
  state.block = 109
  expect(await seen()).toEqual(['revoked', null, 1_000_110])
  state.isSilent = true
  expect(await seen()).toEqual(['revoked', null, 1_000_110])
  state.isSilent = false
  // the account has enabled it again
  state.block = 111
  expect(await seen()).toEqual(['active', '10', null])
  // without logs it counts from when it was seen
  state.nonces.set(account, 1n)
  state.logs = undefined
  expect(await seen()).toEqual(['revoked', null, expect.any(Number)])
  pass(8 * 86_400)
  expect((await seen())?.[0]).toBe('revoked')
})

test('a chain without the known contracts has no sessions', async () => {
  const { site, id, owner, state, pass } = await begin()
  state.missing.add(enforcers.tokenPeriod.toLowerCase())
  const granted = await grant(owner, chainId)
  const { body } = await site.announce(id)
  const activate = () => site.activate(id, body['pci'], granted)
  expect(failure(await activate())).toBe(
    '400 chainId: The known contracts of sessions are missing there',
  )
  state.missing.clear()
  pass(61)
  expect((await activate()).status).toBe(200)
})

test('a session that nobody has revoked expires, by the chain’s clock too', async () => {
  const { site, id, owner, state, pass } = await begin()
  const granted = await grant(owner, chainId)
  await site.record(id, granted)
  const seen = async () => sessionsIn(await site.list(id))[0]?.state
  state.time = granted.expiry - 1
  pass(3)
  expect(await seen()).toBe('active')
  state.time = granted.expiry
  pass(3)
  expect(await seen()).toBe('expired')
  state.isSilent = true
  pass(8 * 86_400)
  expect(await seen()).toBe('expired')
})

test('what a node answers is read within limits, and anything odd is `unknown`', async () => {
  const { site, id, owner, state, pass } = await begin()
  await site.record(id, await grant(owner, chainId))
  for (const odd of [null, 1, '0x', '0x1', `0x${'f'.repeat(640)}`, {}, 'x'.repeat(5_000_000)]) {
    state.answers.set('eth_call', odd)
    pass(3)
    expect(sessionsIn(await site.list(id))).toMatchObject([{ state: 'unknown', available: null }])
  }
  state.answers.clear()
  state.answers.set('eth_getCode', { code: '0x' })
  pass(3)
  expect(sessionsIn(await site.list(id))).not.toMatchObject([{ state: 'active' }])
})

test('a list reads each chain once within a block', async () => {
  const { site, id, owner, state, config, url } = await begin()
  for (let turn = 0; turn < 3; turn += 1) await site.record(id, await grant(owner, chainId))
  expect(config.rpcUrls).toHaveLength(1)
  const client = sessionClient(url)
  await client.list(id)
  state.isSilent = true
  expect(sessionsIn(await client.list(id)).map((session) => session.state)).toEqual([
    'active',
    'active',
    'active',
  ])
})

test('bodies of any form get an error of the caller, and no error of the service', async () => {
  const { site, id, owner } = await begin()
  const pci = await site.record(id, await grant(owner, chainId))
  const part = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(pci, -1, 1e99, '0x', id, [], {}, '0x00', nowSeconds() + 60),
  )
  const body = fc.oneof(
    part,
    fc.record(
      {
        pci: part,
        expiry: part,
        signer: part,
        permissions: part,
        policies: part,
        context: part,
        signature: part,
        project: part,
      },
      { requiredKeys: [] },
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('', '/activate', '/revoke'),
      fc.boolean(),
      body,
      async (path, isWish, made) => {
        const sent =
          isWish && typeof made === 'object' && made !== null
            ? { ...wishOf(nowSeconds() + 60), ...made }
            : made
        const { status } = await site.request(id + path, sent)
        expect(status).toBeLessThan(500)
        if (path !== '') expect(status).toBeGreaterThanOrEqual(400)
      },
    ),
    { numRuns: 150 },
  )
  expect((await site.request(`${id}/sign`, {})).status).toBe(404)
  expect((await site.request(`${id}/activate`)).status).toBe(405)
  const huge = {
    ...wishOf(nowSeconds() + 60),
    signer: { type: 'account', data: 'x'.repeat(300_000) },
  }
  expect((await site.request(id, huge)).status).toBe(413)
})

test('one client, and one account, can announce so many sessions', async () => {
  const { site, id } = await begin({
    limits: { loopDelay: false, sessions: { max: 2, refill: 1, everySeconds: 60 } },
  })
  const statuses = []
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await site.announce(id)).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('without smart accounts, or turned off, there are no sessions', async () => {
  const { config, node } = await startSessionChain()
  opened.push(node)
  for (const options of [{}, { sessions: false } as const]) {
    const { url } = await start({ chains: [config], ...options })
    expect((await sessionClient(url).announce(idOf(newOwner()))).status).toBe(404)
    const listed = await sessionClient(url).list(idOf(newOwner()))
    expect(listed).toMatchObject({ status: 200, body: { pcis: null } })
  }
})

test('without a database, sessions are in memory', async () => {
  const { site, id, owner } = await begin({ database: undefined })
  await site.record(id, await grant(owner, chainId))
  expect(sessionsIn(await site.list(id))).toHaveLength(1)
})
