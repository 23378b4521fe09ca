import { wait, within } from '@latchkey/server/waiting'
import type { AttackerMessage, AttackerCommand } from './attacker.entry.ts'
import { startApiBystander } from './api/bystander.ts'
import type { Bystander } from './bystander.ts'
import { allowed, judge, type Observation } from './judge.ts'
import { bytesOfFolder, delayOf, increase, readMetrics, watchMemory } from './measure.ts'
import { startNatsBystander } from './nats/bystander.ts'
import { startRelayBystander } from './relay/bystander.ts'
import type { Config, Done, Metrics, Scene } from './scene.ts'
import { fileOf } from './scenes.ts'
import { startProcess, type Started } from './startProcess.ts'
import { prepareService, startLimit, type Service } from './startService.ts'
import { startWalletBystander } from './wallet/bystander.ts'

/** The result of a scene and its duration. `why`: its faults, in sentences. */
export type SceneResult = Observation & { scene: Scene; why: readonly string[]; seconds: number }
type PlayOptions = { seed: number; quick: boolean }

const startBystander: Record<Scene['of'], (service: Service) => Promise<Bystander>> = {
  relay: startRelayBystander,
  api: startApiBystander,
  wallet: startWalletBystander,
  nats: startNatsBystander,
}

/**
 * Milliseconds. `warm`: min wait before measuring. `calm`: duration of the measurement before the
 * attack, in the quick run and in the whole run.
 */
const warm = 500
const calm = { quick: 600, whole: 1_000 }
/** Milliseconds to wait after every attack, because its effects may appear a little later. */
const settlingTime = 500
/** Max seconds of an attack in the quick run. */
const maxQuickSeconds = 2.5
/** Max seconds after an attack until everything is as before. */
const recoveryLimit = 5
/** Milliseconds that the attacker may run beyond its time. */
const grace = 5_000

/**
 * Plays one scene with a service, a bystander and an attacker. When it resolves, everything that it
 * started has ended.
 */
export async function playScene(scene: Scene, options: PlayOptions): Promise<SceneResult> {
  const began = performance.now()
  const waiting = await prepareService(scene)
  const attacker = startProcess<AttackerCommand, AttackerMessage>('attacker.entry.ts', [
    fileOf(scene),
    scene.name,
  ])
  try {
    const config = await waitUntilReady(attacker)
    const service = await waiting.begin(config)
    const observation = await watchAttack(scene, { attacker, service, options })
    return {
      ...observation,
      scene,
      why: judge(scene, observation, config),
      seconds: (performance.now() - began) / 1_000,
    }
  } finally {
    await attacker.stop()
    await waiting.stop()
  }
}

async function waitUntilReady(
  attacker: Started<AttackerCommand, AttackerMessage>,
): Promise<Config> {
  const message = await attacker.receive(startLimit)
  if (!('ready' in message))
    throw new Error('The attacker said something else than that it is ready.')
  return message.ready
}

type Stage = {
  attacker: Started<AttackerCommand, AttackerMessage>
  service: Service
  options: PlayOptions
}

async function watchAttack(
  scene: Scene,
  { attacker, service, options: how }: Stage,
): Promise<Observation> {
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
    const { did, faults = [], timed } = await attack(scene, { attacker, service, options: how })
    const busy = (delayOf(service.pid) - delayed) / (performance.now() - began)
    const disk = await bytesOfFolder(service.seenFolder)
    const attackEnded = performance.now()
    await leave(attacker)
    const isOver = await waitUntilSettled(scene, {
      bystander,
      service,
      before,
      minSettled: settlingTime,
    })
    const recoverySeconds = (performance.now() - attackEnded) / 1_000
    const after = await readMetrics(service.http)
    const calmDurations = bystander.durations('calm')
    const { answered, lost } = await bystander.end()
    return {
      did,
      faults,
      disk: Math.max(disk, await bytesOfFolder(service.seenFolder)),
      memory: memory.peak() - memoryBefore,
      counted: increase(before, after),
      calm: timed?.calm ?? calmDurations,
      attacked: timed?.attacked ?? bystander.durations('attack'),
      failures: bystander.failures(),
      answered,
      lostMessages: lost,
      recoverySeconds: isOver ? recoverySeconds : undefined,
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
  { attacker, service: { url, pid, folder }, options: how }: Stage,
): Promise<Done> {
  const seconds = how.quick ? Math.min(maxQuickSeconds, scene.seconds) : scene.seconds
  attacker.send({ attack: { url, pid, folder, ...how, seconds } })
  try {
    const message = await attacker.receive(seconds * 1_000 + grace)
    return 'done' in message
      ? message.done
      : { did: '', faults: ['the attacker said something else than what it did'] }
  } catch (error) {
    return {
      did: 'did not end',
      faults: attacker.isAlive() ? [] : [`the attacker ended: ${String(error)}`],
    }
  }
}

/** Ends an attacker. Kills it when it does not follow the order to leave. */
async function leave(attacker: Started<AttackerCommand, AttackerMessage>): Promise<void> {
  attacker.send({ leave: true })
  if (
    !(await within(
      grace,
      attacker.receive(grace).catch(() => undefined),
    ))
  )
    await attacker.stop()
}

/**
 * Waits until the bystander's requests of the last second were as fast as before the attack, and
 * the service holds nothing of the attack. @returns whether that happened in time
 */
async function waitUntilSettled(
  scene: Scene,
  {
    bystander,
    service,
    before,
    minSettled: least,
  }: { bystander: Bystander; service: Service; before: Metrics; minSettled: number },
): Promise<boolean> {
  const isBack = async () =>
    bystander.slowestRecent() <= allowed(bystander.durations('calm')) &&
    (scene.isOver?.(await readMetrics(service.http), before) ?? true)
  const began = performance.now()
  for (const until = began + recoveryLimit * 1_000; performance.now() < until; await wait(100)) {
    if (performance.now() - began > least && (await isBack())) return true
    if (!service.isAlive()) return false
  }
  return isBack()
}
