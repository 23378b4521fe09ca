import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  checkOtp,
  createAccount,
  getSession,
  getShare,
  startEmail,
} from '@latchkey/protocol/walletServer'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../../../relay/src/testing/startTestRedis.ts'
import {
  createTestDevice,
  type TestDevice,
} from '../../../wallet/src/server/testing/createTestDevice.ts'
import { addresses, passwordShare, secret } from '../../../wallet/src/server/testing/makeAccount.ts'
import { startPair } from '../testing/relayTraffic.ts'
import { killAll, runProgram, startProgram } from '../testing/startProgram.ts'
import {
  requestPath,
  site,
  startTestWorld,
  token,
  type TestWorld,
} from '../testing/startTestServe.ts'

let world: TestWorld
let postgres: TestPostgres
let redis: TestRedis

beforeAll(async () => {
  ;[world, postgres, redis] = await Promise.all([
    startTestWorld({ blocks: Infinity }),
    startTestPostgres(),
    startTestRedis(),
  ])
})
afterAll(async () => {
  killAll()
  await Promise.all([world.close(), postgres.stop(), redis.stop()])
})

type Owner = { device: TestDevice; email: string; setId: string; serverShare: string }

/** Repeats a call until it succeeds, as the e-mail wallet's frame does. */
async function insist<value>(call: () => Promise<value>, isOver: () => boolean): Promise<value> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isAway =
        error instanceof TypeError ||
        (error instanceof Error &&
          'status' in error &&
          (error.status === 503 || error.status === 404))
      if (!isAway || isOver()) throw error
      await wait(50)
    }
  }
}

/** Logs in one user after the other and creates their accounts, until `isOver`. */
async function makeOwners(owners: Owner[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const email = `${randomUUID()}@example.com`
    const device = await createTestDevice(world.wallet)
    const never = () => false
    await insist(
      () =>
        device
          .ask(startEmail, { email, ...site })
          .catch((error: unknown) =>
            error instanceof Error && 'error' in error && error.error === 'tooSoon'
              ? undefined
              : Promise.reject(error),
          ),
      never,
    )
    const otp = await codeTo(email)
    await insist(() => device.ask(checkOtp, { otp }), never)
    const sent = {
      setId: randomUUID(),
      addresses,
      split: { serverShare: secret(17), recovery: passwordShare() },
    }
    await insist(() => device.ask(createAccount, sent), never)
    owners.push({ device, email, setId: sent.setId, serverShare: sent.split.serverShare })
  }
}

async function codeTo(email: string): Promise<string> {
  let found: { subject: string } | undefined
  await expect
    .poll(
      async () =>
        (found = (
          (await (await fetch(`${world.mail.url}/messages.json?to=${email}`)).json()) as {
            subject: string
          }[]
        ).find(({ subject }) => /\d{6}/.test(subject))),
      { interval: 20 },
    )
    .toBeDefined()
  return /\d{6}/.exec(found?.subject ?? '')?.[0] ?? ''
}

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const historyOf = () =>
  requestPath(
    world.port,
    `/v1/account/${account}/history?projectId=${site.projectId}&chainId=eip155:31337`,
    { host: new URL(world.url).host },
  )

/** Requests a history repeatedly, and writes into `seen.gap` the longest time without an answer. */
async function readHistories(
  seen: { answers: number; gap: number },
  isOver: () => boolean,
): Promise<void> {
  for (let last = performance.now(); !isOver(); ) {
    const history = await historyOf().catch(() => undefined)
    if (history?.status === 200) {
      seen.answers += 1
      seen.gap = Math.max(seen.gap, performance.now() - last)
      last = performance.now()
    }
    await wait(10)
  }
}

test('all data moves from a folder to PostgreSQL and Redis while clients run, and no data is lost', {
  timeout: 240_000,
}, async () => {
  const after = await world.write('after.json', {
    store: { postgres: await postgres.create(), redis: redis.url },
  })
  const before = await startProgram(world.file)
  await expect
    .poll(
      async () =>
        (
          await requestPath(world.port, '/status.json', {
            host: 'localhost',
            authorization: `Bearer ${token}`,
          })
        ).text,
    )
    .not.toContain('indexing')
  const history = await historyOf()
  expect(history.status).toBe(200)

  let isOver = false
  const owners: Owner[] = []
  const api = { answers: 0, gap: 0 }
  const pairs = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      startPair(`ws://localhost:${world.port}/relay`, `pair ${index}`, {
        projectId: site.projectId,
      }),
    ),
  )
  const work = [makeOwners(owners, () => isOver), readHistories(api, () => isOver)]
  await expect
    .poll(() =>
      Math.min(owners.length, ...pairs.map(({ acknowledged }) => acknowledged.length / 50)),
    )
    .toBeGreaterThanOrEqual(2)
  const known = owners.length
  const messages = pairs.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)

  const stopped = performance.now()
  expect(await before.stop()).toBe(0)
  const drained = performance.now()
  const moved = await runProgram('move', '--config', world.file, '--to', after)
  expect(moved).toMatchObject({ code: 0, stderr: '' })
  const copied = performance.now()
  const later = await startProgram(after)
  const started = performance.now()
  const { answers } = api
  await expect.poll(() => api.answers).toBeGreaterThan(answers)

  await expect
    .poll(() =>
      Math.min(
        owners.length - known,
        ...pairs.map(
          ({ acknowledged, times }) =>
            acknowledged.length -
            times.filter((at) => at < Date.now() - (performance.now() - started)).length,
        ),
      ),
    )
    .toBeGreaterThanOrEqual(1)
  isOver = true
  await Promise.all([...work, ...pairs.map(({ finish }) => finish())])
  for (const { acknowledged, heard, close } of pairs) {
    await expect.poll(() => new Set(heard.map(({ text }) => text)).size).toBe(acknowledged.length)
    // The first deliveries are in order. When a socket closes during a delivery, the next socket
    // may get the message again.
    const firsts = heard.filter(
      ({ text }, index) => heard.findIndex((entry) => entry.text === text) === index,
    )
    expect(firsts.map(({ text }) => text)).toEqual(acknowledged)
    for (const [index, { text, socket }] of heard.entries())
      expect(
        heard.filter((entry, at) => at < index && entry.text === text && entry.socket === socket),
      ).toEqual([])
    await close()
  }
  const repeated = pairs.reduce(
    (sum, { acknowledged, heard }) => sum + heard.length - acknowledged.length,
    0,
  )
  expect(repeated).toBeLessThanOrEqual(pairs.length)

  for (const { device, email, setId, serverShare } of owners) {
    expect(await device.ask(getSession, {})).toMatchObject({ email })
    expect(await device.ask(getShare, { setId })).toEqual({ serverShare })
  }
  expect((await historyOf()).text).toBe(history.text)
  expect(Number(await redis.ask('EXISTS', 'lk:secret'))).toBe(1)
  process.stdout.write(
    `${moved.out}drain ${Math.round(drained - stopped)} ms, move ${Math.round(copied - drained)} ms, start ${Math.round(started - copied)} ms; API away ${Math.round(api.gap)} ms; ${messages} messages and ${known} accounts before, ${pairs.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)} and ${owners.length} after; ${repeated} pushes repeated\n`,
  )

  expect(await later.stop()).toBe(0)
  const old = await runProgram('start', '--config', world.file)
  expect([old.code, old.stderr]).toEqual([
    1,
    expect.stringMatching(/^store: .* was moved to PostgreSQL and Redis/),
  ])
  await rm(join(world.folder, 'data/moved.json'))
  const again = await runProgram('move', '--config', world.file, '--to', after)
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/PostgreSQL has other rows already .*name an empty database/),
  ])
})

/**
 * A proxy in front of a Redis. When a program writes the chosen key, the proxy kills all running
 * programs: before Redis stores the key, or right after.
 */
async function startDeadlyProxy(to: { port: number }): Promise<{
  port: number
  when: (key: string, point: 'before' | 'after') => void
  close: () => void
}> {
  let [deadly, point] = ['', 'before']
  const server = createServer((near) => {
    let isDead = false
    const far = connect(to.port, '127.0.0.1')
    near
      .on('error', () => {})
      .on('close', () => far.destroy())
      .on('data', (part) => {
        isDead =
          deadly !== '' &&
          part.toString('latin1').includes(`SET\r\n$${deadly.length}\r\n${deadly}\r\n`)
        if (isDead && point === 'before') killAll()
        else far.write(part)
      })
    far
      .on('error', () => {})
      .on('close', () => near.destroy())
      .on('data', (part) => (isDead ? killAll() : near.write(part)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    when: (key, at) => void ([deadly, point] = [key, at]),
    close: () => void server.close(),
  } // the server listens at a port
}

test('a move that was killed at one of its last writes can be repeated', {
  timeout: 120_000,
}, async () => {
  const [own, target] = await Promise.all([startTestWorld(), startTestRedis()])
  const proxy = await startDeadlyProxy(target)
  onTestFinished(async () => {
    proxy.close()
    await Promise.all([own.close(), target.stop()])
  })
  const relayAlone = { api: undefined, wallet: undefined }
  const from = await own.write('relay.json', relayAlone)
  const to = await own.write('to.json', {
    ...relayAlone,
    store: { postgres: await postgres.create(), redis: `redis://127.0.0.1:${proxy.port}` },
  })
  const move = () => runProgram('move', '--config', from, '--to', to)
  const marker = join(own.folder, 'data/moved.json')
  const program = await startProgram(from)
  const pair = await startPair(`ws://localhost:${own.port}/relay`, 'kept', {
    projectId: site.projectId,
  })
  await expect.poll(() => pair.acknowledged.length).toBeGreaterThan(10)
  await pair.finish()
  await pair.close()
  expect(await program.stop()).toBe(0)
  for (const [key, point] of [
    ['lk:moved', 'before'],
    ['lk:secret', 'before'],
    ['lk:secret', 'after'],
  ] as const) {
    await target.ask('FLUSHALL')
    proxy.when(key, point)
    expect([key, point, await move()]).toMatchObject([key, point, { code: null }])
    expect(await readFile(marker, 'utf8').catch(() => 'none')).toBe('none')
    await writeFile(`${marker}.part`, '{"at"') // imitates a crash while the marker was written
    proxy.when('', 'before')
    expect(await move()).toMatchObject({
      code: 0,
      stderr: '',
      out: expect.stringMatching(
        key === 'lk:secret' && point === 'after'
          ? /^relay: everything was there already$/m
          : /^relay: [1-9]\d* messages/m,
      ),
    })
    expect(JSON.parse(await readFile(marker, 'utf8'))).toEqual({ at: expect.any(String) })
    if (point === 'before') await rm(marker)
  }
  expect((await move()).stderr).toMatch(/was moved to PostgreSQL and Redis/)
  const later = await startProgram(to)
  expect(await later.stop()).toBe(0)
})

test('a move that would lose data is refused', { timeout: 60_000 }, async () => {
  const store = { postgres: 'postgres://127.0.0.1:1/none', redis: 'redis://127.0.0.1:1' }
  const own = await startTestWorld()
  try {
    const to = await own.write('to.json', { store })
    const refusal = async (target: string) =>
      (await runProgram('move', '--config', own.file, '--to', target)).stderr
    expect(await refusal(own.file)).toMatch(/^store: of --to has to name postgres and redis/)
    const wallet = own.settings['wallet'] as Record<string, unknown>
    expect(
      await refusal(
        await own.write('other.json', {
          store,
          wallet: { ...wallet, keys: secret(32).replace(/[-_]/g, 'A') },
        }),
      ),
    ).toMatch(/^wallet.keys: of --to lacks a key of before/)
    const program = await startProgram(own.file)
    expect(await refusal(to)).toMatch(/is in use by another process/)
    await program.stop()
    expect(await refusal(to)).toMatch(/ECONNREFUSED|cannot be reached|connect/i)
    expect(await readFile(join(own.folder, 'data/moved.json'), 'utf8').catch(() => 'none')).toBe(
      'none',
    )
    const back = await startProgram(own.file)
    expect(await back.stop()).toBe(0)
  } finally {
    await own.close()
  }
})
