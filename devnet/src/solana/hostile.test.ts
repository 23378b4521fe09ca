import { Connection, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { methods } from './rpc/methods.ts'
import { requestLimits } from './server/answerCalls.ts'
import { socketLimits } from './server/openSockets.ts'
import { solanaAddressOf } from './solanaAccounts.ts'
import { startSolanaChain, type SolanaChain, type SolanaChainOptions } from './startSolanaChain.ts'
import { keysOf } from './testing/startTestSolana.ts'

type Answer = { id?: unknown; result?: unknown; error?: { code: number; message: string } }

async function start(options: SolanaChainOptions = {}): Promise<
  SolanaChain & {
    defects: unknown[]
    post: (body: string) => Promise<Response>
    call: (method: unknown, params?: unknown) => Promise<Answer>
  }
> {
  const defects: unknown[] = []
  const chain = await startSolanaChain({
    isHeld: true,
    onDefect: (error) => defects.push(error),
    ...options,
  })
  onTestFinished(chain.close)
  const post = (body: string) => fetch(chain.url, { method: 'POST', body })
  const call = async (method: unknown, params?: unknown): Promise<Answer> =>
    (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).json()
  return { ...chain, defects, post, call }
}

const user = solanaAddressOf('everyday user')
/** Values that are almost valid, and values that are clearly invalid. */
const nearly = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    user,
    '11111111111111111111111111111111',
    'finalized',
    -1,
    2 ** 53,
    1e308,
    '',
    'l'.repeat(44),
    '1'.repeat(88),
  ),
  fc.record(
    {
      commitment: fc.constantFrom('processed', 'confirmed', 'finalized', 'x'),
      encoding: fc.constantFrom('base58', 'base64', 'json', 'jsonParsed', 'base64+zstd', 7),
    },
    { requiredKeys: [] },
  ),
  fc.record({ memcmp: fc.record({ offset: fc.integer(), bytes: fc.string() }) }),
  fc.record({ mint: fc.constantFrom(user, 'x') }),
  fc.array(fc.constantFrom(user, 'x', null), { maxLength: 4 }),
)

test('for any parameters the chain returns a result or a client error, never an internal error', async () => {
  const { call, defects } = await start()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods.keys()),
      fc.oneof(fc.array(nearly, { maxLength: 4 }), fc.jsonValue()),
      async (method, params) => {
        const { result, error } = await call(method, params)
        if (error)
          expect([-32_602, -32_600, -32_016, -32_004, -32_007, -32_015, -32_001]).toContain(
            error.code,
          )
        else expect(result).toBeDefined()
      },
    ),
    { numRuns: 400 },
  )
  expect(defects).toEqual([])
  expect((await call('getHealth')).result).toBe('ok')
})

test('a body that is not a JSON-RPC call gets a JSON-RPC error', async () => {
  const { post, defects } = await start()
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.constant('[]'),
        fc.constant('{"jsonrpc":"2.0"'),
        fc.constant('['.repeat(40_000)),
      ),
      async (body) => {
        const answer: unknown = await (await post(body)).json()
        const codes = (Array.isArray(answer) ? answer : [answer]).map(
          (one: Answer) => one.error?.code,
        )
        for (const code of codes) expect([-32_700, -32_600]).toContain(code)
      },
    ),
    { numRuns: 150 },
  )
  expect((await post(`"${'x'.repeat(requestLimits.json.bytes)}"`)).status).toBe(413)
  const calls = JSON.stringify(
    Array.from({ length: requestLimits.calls + 1 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'getHealth',
    })),
  )
  expect(await (await post(calls)).json()).toMatchObject({ error: { code: -32_600 } })
  expect(defects).toEqual([])
})

test('a transaction with changed bytes is refused and changes no state', async () => {
  const { url, call, defects } = await start()
  const connection = new Connection(url, 'processed')
  const payer = keysOf('everyday user')
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    ...(await connection.getLatestBlockhash()),
  }).add(
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: 5_000_000,
    }),
  )
  transaction.sign(payer)
  const bytes = transaction.serialize()
  const before = await connection.getBalance(payer.publicKey)
  const change = fc.record({
    at: fc.nat(bytes.length - 1),
    to: fc.nat(255),
    cut: fc.oneof(fc.constant(0), fc.nat(bytes.length)),
    skipPreflight: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const changed = Buffer.from(bytes)
      for (const { at, to } of changes) changed[at] = (changed[at] ?? 0) === to ? to ^ 1 : to
      const [{ cut = 0, skipPreflight = false } = {}] = changes
      const text = changed.subarray(0, changed.length - cut).toString('base64')
      const sent = await call('sendTransaction', [
        text,
        { encoding: 'base64', skipPreflight, preflightCommitment: 'processed' },
      ])
      // without preflight, a transaction with an invalid signature is dropped, and answered with
      // its signature
      if (sent.error) expect([-32_602, -32_002, -32_003]).toContain(sent.error.code)
      else expect(skipPreflight || changed.equals(bytes)).toBe(true)
      const simulated = await call('simulateTransaction', [
        text,
        { encoding: 'base64', replaceRecentBlockhash: true, commitment: 'processed' },
      ])
      if (simulated.error) expect(simulated.error.code).toBe(-32_602)
    }),
    { numRuns: 400 },
  )
  expect(defects).toEqual([])
  const after = await connection.getBalance(payer.publicKey)
  // the payment may have been executed: two changes of the same byte may have restored it
  expect([before, before - 5_005_000]).toContain(after)
})

async function openSocket(
  url: string,
): Promise<{ socket: WebSocket; ask: (method: string, params?: unknown) => Promise<Answer> }> {
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<unknown, (answer: Answer) => void>()
  socket.on('message', (data: Buffer) => {
    const answer: Answer = JSON.parse(data.toString())
    waiting.get(answer.id)?.(answer)
  })
  let last = 0
  return {
    socket,
    ask: (method, params) =>
      new Promise((resolve) => {
        waiting.set((last += 1), resolve)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }))
      }),
  }
}

test('a socket has a maximum number of subscriptions; after an unsubscription a new one is accepted', async () => {
  const { socketUrl, url } = await start()
  const { ask } = await openSocket(socketUrl)
  const answers = await Promise.all(
    Array.from({ length: socketLimits.each }, () => ask('accountSubscribe', [user])),
  )
  expect(answers.every(({ result }) => typeof result === 'number')).toBe(true)
  expect(await ask('slotSubscribe')).toMatchObject({
    error: { code: -32_603, message: 'Too many subscriptions' },
  })
  expect(await ask('accountUnsubscribe', [answers[0]?.result])).toMatchObject({ result: true })
  expect(typeof (await ask('slotSubscribe')).result).toBe('number')
  expect(await ask('accountUnsubscribe', [1e9])).toMatchObject({ error: { code: -32_602 } })
  // the port of the RPC accepts WebSockets, too
  const { ask: other } = await openSocket(url.replace('http:', 'ws:'))
  expect(await other('getHealth')).toMatchObject({ result: 'ok' })
})

test('for any subscription the chain returns a number or a client error', async () => {
  const { socketUrl, defects } = await start()
  const { ask } = await openSocket(socketUrl)
  const names = ['signature', 'account', 'program', 'logs'].map((kind) => `${kind}Subscribe`)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.oneof(fc.array(nearly, { maxLength: 3 }), fc.jsonValue()),
      async (name, params) => {
        const { result, error } = await ask(name, params)
        if (error) expect([-32_602, -32_600, -32_603]).toContain(error.code)
        else expect(typeof result).toBe('number')
      },
    ),
    { numRuns: 200 },
  )
  expect(defects).toEqual([])
})

test('subscriptions to known signatures end at once and do not count towards the limit', async () => {
  const { socketUrl, call } = await start()
  const [{ signature }] = (await call('getSignaturesForAddress', [user, { limit: 1 }])).result as [
    { signature: string },
  ] // the cast: the chain answers in this form
  const { socket, ask } = await openSocket(socketUrl)
  let notified = 0
  socket.on(
    'message',
    (data: Buffer) => void (notified += data.includes('signatureNotification') ? 1 : 0),
  )
  for (let index = 0; index < socketLimits.each + 50; index += 1)
    expect(typeof (await ask('signatureSubscribe', [signature])).result).toBe('number')
  expect(typeof (await ask('slotSubscribe')).result).toBe('number')
  await expect.poll(() => notified).toBe(socketLimits.each + 50)
})

test('a socket that sends requests but reads no answers is closed, and its pending answers are dropped', async () => {
  const { socketUrl, call, defects } = await start()
  const { socket } = await openSocket(socketUrl)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.pause()
  const calls = JSON.stringify(
    Array.from({ length: requestLimits.calls }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'getProgramAccounts',
      params: ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', { encoding: 'base64' }],
    })),
  )
  const answered = (
    await (await fetch(socketUrl.replace('ws:', 'http:'), { method: 'POST', body: calls })).text()
  ).length
  const before = process.memoryUsage().arrayBuffers
  // so many calls that their answers are far more than the buffers of the kernel and the chain hold
  const times = Math.ceil((16 * 1_048_576) / answered)
  for (let index = 0; index < times; index += 1) socket.send(calls)
  await expect
    .poll(() => call('getHealth').then(({ result }) => result), { timeout: 30_000 })
    .toBe('ok')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(9 * 1_048_576)
  socket.resume()
  await closed
  expect(defects).toEqual([])
}, 60_000)

test('a frame that is too long closes only its socket', async () => {
  const { socketUrl, call } = await start()
  const { socket } = await openSocket(socketUrl)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.send('x'.repeat(requestLimits.json.bytes + 1))
  await closed
  expect((await call('getHealth')).result).toBe('ok')
})

test('a chain at its account limit refuses transactions, and the error names the option `--fresh`', async () => {
  const { call } = await start({ limits: { accounts: 75 } })
  const drop = () =>
    call('requestAirdrop', [Keypair.generate().publicKey.toBase58(), 1_000_000_000])
  const answers: Answer[] = []
  for (let index = 0; index < 10; index += 1) answers.push(await drop())
  expect(answers[0]?.error).toBeUndefined()
  expect(answers.at(-1)).toMatchObject({
    error: { code: -32_603, message: expect.stringContaining('--fresh') },
  })
  expect((await call('getBalance', [user])).error).toBeUndefined()
})

test('an airdrop above the limit is refused', async () => {
  const { call } = await start()
  expect(await call('requestAirdrop', [user, 2 ** 52])).toMatchObject({
    error: { code: -32_602, message: expect.stringContaining('airdrop of more than') },
  })
})
