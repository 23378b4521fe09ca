import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../../scripts/chromium.mjs'
import { findPostgres } from '../../scripts/postgres.mjs'
import { playScene, type SceneResult } from './playScene.ts'
import { lineOf, mergeInto, sectionOf } from './report.ts'
import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'

/**
 * The scenes to play. `names`: their names; when it is empty, `quick` decides. `quick`: `short` for
 * the scenes of `npm test`, `long` for those of `npm run test:all`, undefined for all.
 */
export type AbuseOptions = {
  names: readonly string[]
  quick: 'short' | 'long' | undefined
  seed: number
  signal: AbortSignal
}
/** @see scripts/test.mjs */
export type Result = { passed: number; failed: number; failures: readonly string[] }

/** Returns the names that no scene has. */
export const unknownIn = (names: readonly string[]) =>
  names.filter((name) => !scenes.some((scene) => scene.name === name))
export const sceneNames = scenes.map(({ name }) => name)

/**
 * Plays scenes one after the other, reports each result, and writes the READMEs after a whole run.
 */
export async function abuse({ names, quick, seed, signal }: AbuseOptions): Promise<Result> {
  const wanted = scenes.filter((scene) =>
    names.length > 0 ? names.includes(scene.name) : isIn(scene, quick),
  )
  stayInOneFolder()
  console.log(`Seed ${seed}. What is generated comes again with --seed=${seed}.`)
  const results: SceneResult[] = []
  const failures: string[] = []
  for (const scene of wanted) {
    signal.throwIfAborted()
    const missing = await missingRequirement(scene)
    if (missing) {
      console.log(`- ${scene.of} ${scene.name}: skipped, ${missing}`)
      continue
    }
    try {
      const one = await playScene(scene, { seed, quick: quick !== undefined })
      results.push(one)
      console.log(lineOf(one))
      if (one.why.length > 0) failures.push(`abuse ${scene.name}: ${one.why[0]}`)
    } catch (error) {
      console.log(
        `✗ ${scene.of} ${scene.name}: ${error instanceof Error ? error.message : String(error)}`,
      )
      failures.push(`abuse ${scene.name}: it could not be played`)
    }
  }
  if (!quick && names.length === 0) writeResults(results)
  return {
    passed: results.filter(({ why }) => why.length === 0).length,
    failed: failures.length,
    failures,
  }
}

/** Whether a scene belongs to a run. */
function isIn(scene: Scene, quick: AbuseOptions['quick']): boolean {
  if (quick === undefined) return true
  return scene.quick === 'short' || (quick === 'long' && scene.quick === 'long')
}

function writeResults(results: readonly SceneResult[]): void {
  for (const [of, service] of [
    ['relay', 'relay'],
    ['api', 'api'],
    ['wallet', 'wallet'],
  ] as const) {
    const file = fileURLToPath(new URL(`../../services/${service}/README.md`, import.meta.url))
    const rows = results.filter(
      ({ scene }) => scene.of === of || (of === 'relay' && scene.of === 'nats'),
    )
    if (rows.length > 0)
      writeFileSync(file, mergeInto(readFileSync(file, 'utf8'), sectionOf(rows, 'npm run abuse')))
  }
}

/**
 * Makes a temporary folder for this process and its children. It is removed when this process ends.
 */
function stayInOneFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-abuse-'))
  chmodSync(folder, 0o711) // PostgreSQL runs as another user
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Says in words which program or permission of this machine a scene lacks; undefined for none. */
async function missingRequirement({ needs }: Scene): Promise<string | undefined> {
  if (needs === 'nats' && !runs('nats-server', '--version')) return 'there is no nats-server'
  if (
    needs === 'mounts' &&
    !runs('unshare', '--mount', '--map-root-user', 'mount', '-t', 'tmpfs', 'none', '/mnt')
  )
    return 'no disk can be mounted here'
  if (needs === 'browser' && !(await findChromium())) return 'there is no Chromium'
  if (needs === 'postgres' && !findPostgres()) return 'there is no PostgreSQL'
  return undefined
}

const runs = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0
