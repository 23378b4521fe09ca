import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { chainAt } from '../testing/chainAt.ts'
import {
  nameClient,
  newAccount,
  signBody,
  withNames,
  type NameAnswer,
} from '../testing/nameClient.ts'

const program = new URL('../main.ts', import.meta.url)
let folder: string
let server: TestPostgres
const running = new Set<ChildProcess>()
beforeAll(async () => {
  ;[server, folder] = await Promise.all([
    startTestPostgres(),
    mkdtemp(join(tmpdir(), 'latchkey-names-')),
  ])
  await writeFile(join(folder, 'chains.json'), JSON.stringify([chainAt('http://127.0.0.1:1')]))
}, 60_000)
afterAll(async () => {
  running.forEach((child) => child.kill('SIGKILL'))
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the API as a process, as an operator does. */
async function start(database: string): Promise<{ child: ChildProcess; url: string }> {
  const env = {
    ...process.env,
    PORT: '0',
    LATCHKEY_CHAINS: join(folder, 'chains.json'),
    LATCHKEY_DATABASE: database,
    LATCHKEY_LOOP_DELAY: '0',
  }
  const child = spawn(process.execPath, [...shortRun, ...argsOf(program)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  // the line is from our own process
  return { child, url: await withNames((JSON.parse(line) as { listening: string }).listening) }
}

async function kill(child: ChildProcess): Promise<void> {
  const over = once(child, 'close')
  child.kill('SIGKILL')
  await over
}

/** Resolves to undefined if the process ended before it answered. */
const attempt = (call: Promise<NameAnswer>) => call.catch(() => undefined)

test.each(['a folder', 'PostgreSQL'])(
  'after the service is killed during registrations, every confirmed name exists, and no name is incomplete: %s',
  { timeout: 240_000 },
  async (kind) => {
    const database = kind === 'PostgreSQL' ? await server.create() : join(folder, 'names')
    const answered: { name: string; address: string }[] = []
    const unanswered: {
      body: Awaited<ReturnType<typeof signBody>>
      name: string
      address: string
    }[] = []
    let { child, url } = await start(database)
    const client = nameClient(() => url)
    for (const [round, answersBefore] of [1, 9].entries()) {
      let count = 0
      const bodies = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const [account, name] = [newAccount(), `name${round}-${index}.reown.id`]
          return {
            name,
            address: account.address,
            body: await signBody({ account, message: { name } }),
          }
        }),
      )
      let killing: Promise<void> | undefined
      await Promise.all(
        bodies.map(async ({ name, address, body }) => {
          const answer = await attempt(client.request('account', body))
          if (answer?.status === 200) {
            answered.push({ name, address })
            if ((count += 1) === answersBefore) killing = kill(child)
          } else unanswered.push({ name, address, body })
        }),
      )
      await killing
      ;({ child, url } = await start(database))
      for (const { name, address } of answered)
        expect((await client.request(`account/${name}`)).body).toMatchObject({
          name,
          addresses: { 60: { address }, [String(2 ** 31 + 1)]: { address } },
        })
      for (const { name, address, body } of unanswered.splice(0)) {
        const found = (await client.request(`account/${name}?apiVersion=2`)).body as
          | ProfileRecord
          | []
        if (Array.isArray(found))
          // the interrupted registration has stored nothing
          expect((await client.request('account', body)).status).toBe(200)
        else
          expect(
            Object.entries(found.addresses).map(([coinType, entry]) => [coinType, entry.address]),
          ).toEqual([
            ['60', address],
            [String(2 ** 31 + 1), address],
          ])
        answered.push({ name, address })
      }
    }
    await kill(child)
  },
)
