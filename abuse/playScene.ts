import { wait, within } from '@latchkey/server/waiting'
import type { Said, Told } from './attacker.ts'
import { startApiBystander } from './api/bystander.ts'
import type { Bystander } from './bystander.ts'
import { allowed, judge, type Seen } from './judge.ts'
import { bytesOfFolder, delayOf, grown, readMetrics, watchMemory } from './measure.ts'
import { startNatsBystander } from './nats/bystander.ts'
import { startRelayBystander } from './relay/bystander.ts'
import type { Config, Done, Metrics, Scene } from './scene.ts'
import { fileOf } from './scenes.ts'
import { startProcess, type Started } from './startProcess.ts'
import { prepareService, startLimit, type Service } from './startService.ts'
import { startWalletBystander } from './wallet/bystander.ts'

/** The result of a scene, and how long it took. `why`: its faults, in sentences. */
export type Played = Seen & { scene: Scene; why: readonly string[]; seconds: number }
type How = { seed: number; quick: boolean }

const startBystander: Record<Scene['of'], (service: Service) => Promise<Bystander>> = {
  relay: startRelayBystander,
  api: startApiBystander,
  wallet: startWalletBystander,
  nats: startNatsBystander,
}

/**
 * Milliseconds: before measuring starts, and of the calm part in the quick run and in the whole.
 */
const warm = 500
const calm = { quick: 600, whole: 1_000 }
/** Milliseconds that are always waited after an attack: its effects may appear a little later. */
const settled = 500
/** Seconds of an attack in the quick run. */
const mostQuick = 2.5
/** Seconds after an attack until everything has to be as before. */
const rest = 5
/** Milliseconds that the attacker may take beyond its time. */
const grace = 5_000

/**
 * Plays one scene: a service, a bystander, an attacker. Everything that it starts has ended when it
 * resolves.
 */
export async function playScene(scene: Scene, how: How): Promise<Played> {
  const began = performance.now()
  const waiting = await prepareService(scene)
  const attacker = startProcess<Told, Said>('attacker.ts', [fileOf(scene), scene.name])
  try {
    const config = await hearReady(attacker)
    const service = await waiting.begin(config)
    const seen = await watchAttack(scene, { attacker, service, how })
    return {
      ...seen,
      scene,
      why: judge(scene, seen, config),
      seconds: (performance.now() - began) / 1_000,
    }
  } finally {
    await attacker.stop()
    await waiting.stop()
  }
}

async function hearReady(attacker: Started<Told, Said>): Promise<Config> {
  const said = await attacker.hear(startLimit)
  if (!('ready' in said)) throw new Error('The attacker said something else than that it is ready.')
  return said.ready
}

type Stage = { attacker: Started<Told, Said>; service: Service; how: How }

async function watchAttack(scene: Scene, { attacker, service, how }: Stage): Promise<Seen> {
  const memory = watchMemory(service.pid)
  try {
    const bystander = await startBystander[scene.of](service)
    await wait(Math.max(warm, (scene.warm ?? 0) * 1_000))
    bystander.begin('calm')
    await wait(calm[how.quick ? 'quick' : 'whole'])
    const before = await readMetrics(service.http)
    const memoryBefore = memory.peak()
    memory.reset()
    bystander.begin('attack')
    const [began, delayed] = [performance.now(), delayOf(service.pid)]
    const { did, faults = [], timed } = await attack(scene, { attacker, service, how })
    const busy = (delayOf(service.pid) - delayed) / (performance.now() - began)
    const disk = await bytesOfFolder(service.seenFolder)
    const left = performance.now()
    await leave(attacker)
    const isOver = await settle(scene, { bystander, service, before, least: settled })
    const rested = (performance.now() - left) / 1_000
    const after = await readMetrics(service.http)
    const calmed = bystander.taken('calm')
    const { answered, lost } = await bystander.end()
    return {
      did,
      faults,
      disk: Math.max(disk, await bytesOfFolder(service.seenFolder)),
      memory: memory.peak() - memoryBefore,
      counted: grown(before, after),
      calm: timed?.calm ?? calmed,
      attacked: timed?.attacked ?? bystander.taken('attack'),
      failures: bystander.failures(),
      answered,
      lost,
      rested: isOver ? rested : undefined,
      busy,
      isAlive: service.isAlive(),
      errors: service.errors(),
    }
  } finally {
    memory.stop()
  }
}

async function attack(
  scene: Scene,
  { attacker, service: { url, pid, folder }, how }: Stage,
): Promise<Done> {
  const seconds = how.quick ? Math.min(mostQuick, scene.seconds) : scene.seconds
  attacker.tell({ attack: { url, pid, folder, ...how, seconds } })
  try {
    const said = await attacker.hear(seconds * 1_000 + grace)
    return 'done' in said
      ? said.done
      : { did: '', faults: ['the attacker said something else than what it did'] }
  } catch (error) {
    return {
      did: 'did not end',
      faults: attacker.isAlive() ? [] : [`the attacker ended: ${String(error)}`],
    }
  }
}

/** Ends an attacker, by force if it does not react to the order to leave. */
async function leave(attacker: Started<Told, Said>): Promise<void> {
  attacker.tell({ leave: true })
  if (
    !(await within(
      grace,
      attacker.hear(grace).catch(() => undefined),
    ))
  )
    await attacker.stop()
}

/**
 * Waits until the bystander's requests of the last second were answered as before the attack, and
 * the service holds nothing of the attack. Resolves to whether that happened in time.
 */
async function settle(
  scene: Scene,
  {
    bystander,
    service,
    before,
    least,
  }: { bystander: Bystander; service: Service; before: Metrics; least: number },
): Promise<boolean> {
  const isBack = async () =>
    bystander.lately() <= allowed(bystander.taken('calm')) &&
    (scene.isOver?.(await readMetrics(service.http), before) ?? true)
  const began = performance.now()
  for (const until = began + rest * 1_000; performance.now() < until; await wait(100)) {
    if (performance.now() - began > least && (await isBack())) return true
    if (!service.isAlive()) return false
  }
  return isBack()
}
