import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { killAll, startProgram } from '../testing/startProgram.ts'
import { startTestWorld, type TestWorld } from '../testing/startTestServe.ts'

let world: TestWorld
beforeAll(async () => void (world = await startTestWorld()))
// longer than the limit of `startProgram`, whose error has the program's output
const limit = 120_000
afterAll(async () => {
  killAll()
  await world.close()
})

test(
  'a second signal ends the program without waiting for the drain',
  async () => {
    const { child, lines } = await startProgram(
      await world.write('slow.json', { drain: { delay: 600_000, limit: 600_000 } }),
    )
    child.kill('SIGTERM')
    await vi.waitFor(
      () => expect(lines).toContainEqual(expect.objectContaining({ event: 'draining' })),
      10_000,
    )
    await vi.waitFor(
      () => {
        child.kill('SIGINT')
        expect(child.exitCode).toBe(1)
      },
      { timeout: 20_000, interval: 100 },
    )
  },
  limit,
)

test(
  'when the program starts, it deletes copies left by a killed backup',
  async () => {
    const leftover = join(world.folder, 'data/.backup-killed')
    await mkdir(leftover, { recursive: true })
    await writeFile(join(leftover, 'copy'), 'of people')
    const program = await startProgram(world.file)
    expect(
      (await readdir(join(world.folder, 'data'))).filter((name) => name.startsWith('.backup-')),
    ).toEqual([])
    expect(await program.stop()).toBe(0)
  },
  limit,
)
