import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../settings/readSettings.ts'
import {
  requestPath,
  fromDisk,
  site,
  startTestWorld,
  token,
  type TestWorld,
} from '../testing/startTestServe.ts'
import { createServe } from './createServe.ts'
import type { Line } from './log.ts'

let world: TestWorld
const damage = async (file: string) =>
  writeFile(
    file,
    (await readFile(file)).map((byte, index) => (index % 4_096 < 200 ? byte ^ 0xff : byte)),
  )
const files = {
  api: 'api/data/global/pg_control',
  relay: 'relay/data.mdb',
  wallet: 'wallet/data/global/pg_control',
} as const
const lines: Line[] = []

async function start() {
  lines.splice(0)
  const serve = createServe(await readSettings(world.file, fromDisk), {
    write: (line) => lines.push(line),
  })
  await serve.listen()
  return serve
}
const partsOf = async () =>
  (
    JSON.parse(
      (
        await requestPath(world.port, '/status.json', {
          authorization: `Bearer ${token}`,
          host: 'localhost',
        })
      ).text,
    ) as { parts: { name: string; state: string; said: string; advice?: string }[] }
  ).parts
const at = (path: string) => requestPath(world.port, path, { host: new URL(world.url).host })

beforeAll(async () => {
  world = await startTestWorld()
  await (await start()).close()
}, 60_000)
afterAll(() => world.close())

test.each(Object.entries(files))(
  'when the files of %s are damaged, the other services run, and the status and the log report the damage',
  { timeout: 60_000 },
  async (name, path) => {
    const file = join(world.folder, 'data', path)
    const whole = await readFile(file)
    await damage(file)
    const serve = await start()
    try {
      await expect
        .poll(async () => (await partsOf()).find((part) => part.name === name)?.state, {
          timeout: 10_000,
        })
        .toBe('failed')
      const parts = await partsOf()
      const part = parts.find((part) => part.name === name)
      expect(part?.said).toMatch(/are damaged: stop the service.* restore a backup/)
      expect(part).not.toHaveProperty('advice')
      expect(parts.filter((part) => part.name !== name).map(({ state }) => state)).not.toContain(
        'failed',
      )
      const reported = lines
        .filter((line) => line.part === name && line.level === 'error')
        .map((line) => line['error'])
      expect(reported).toContain(`UnusableFolderError: ${part?.said}`)
      expect((await at('/ready')).status).toBe(503)
      if (name === 'relay') {
        expect((await at('/relay/public-key')).status).toBe(503)
        expect((await at(`/v1/supported-chains?projectId=${site.projectId}`)).status).toBe(200)
        // the service recovers without a restart when the operator puts back an intact file
        await writeFile(file, whole)
        await expect
          .poll(async () => (await at('/relay/public-key')).status, { timeout: 15_000 })
          .toBe(200)
        expect((await partsOf()).find((part) => part.name === 'relay')?.state).toBe('ok')
      }
    } finally {
      await serve.close()
      await writeFile(file, whole)
    }
  },
)
