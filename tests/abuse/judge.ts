import type { Config, Metrics, Scene } from './scene.ts'

/** Measurements of a scene. */
export type Observation = {
  did: string
  faults: readonly string[]
  /** Bytes: the growth of the service's memory, and the size of its folder. */
  memory: number
  disk: number
  counted: Metrics
  /** Milliseconds of the bystander's requests. */
  calm: readonly number[]
  attacked: readonly number[]
  failures: ReadonlyMap<string, number>
  /** Number of messages that the service answered, and how many of these never arrived. */
  answered: number
  lostMessages: number
  /**
   * Seconds until everything was as before the attack; undefined when it took longer than the
   * limit.
   */
  recoverySeconds: number | undefined
  /**
   * Share of the attack's time, 0 to 1, in which the service waited because other processes used
   * the processors.
   */
  busy: number
  isAlive: boolean
  errors: string
}

const megabyte = 1_000_000
/** Bytes by which the memory of a service may grow. */
const maxMemory = 200 * megabyte
/** Longest wait of an honest client, in milliseconds. */
const maxWait = 250

/**
 * Max share of the time that a service may wait for a processor. Above this share the machine is
 * too busy for strict limits: 503 answers are no faults, and longer waits are allowed.
 */
export const maxBusy = 0.2

/** The highest number; 0 for an empty list. */
export const worstOf = (values: readonly number[]) =>
  values.reduce((worst, value) => Math.max(worst, value), 0)

/**
 * Max milliseconds that a bystander may wait under attack: three times its longest wait before the
 * attack, and at least `maxWait`. On a busy machine it may wait three times as long, because other
 * threads of the service wait for a processor, too.
 */
export const allowed = (calm: readonly number[], busy = 0) =>
  Math.max(maxWait, 3 * worstOf(calm)) * (busy < maxBusy ? 1 : 3)

/** Returns the faults of a scene, in sentences; empty for a scene that passed. */
export function judge(scene: Scene, observation: Observation, config: Config): readonly string[] {
  const {
    memory,
    disk,
    calm,
    attacked,
    failures,
    lostMessages: lost,
    recoverySeconds: rested,
    busy,
    isAlive,
    errors,
    counted,
  } = observation
  const worst = worstOf(attacked)
  const isJudged = scene.of !== 'nats' // results of another server are reported, not judged
  // on a busy machine a 503 is a correct answer
  const refusals = [...failures].filter(([why]) => why !== '503' || busy < maxBusy)
  const maxDisk = config.storeBytes ?? Infinity
  const found: (string | false)[] = [
    !isAlive && 'the process ended',
    memory > maxMemory && `memory grew by ${Math.round(memory / megabyte)} MB`,
    disk > maxDisk && `the folder takes ${Math.round(disk / megabyte)} MB, more than its size`,
    !scene.broken && worst > allowed(calm, busy) && `somebody else waited ${Math.round(worst)} ms`,
    !scene.broken &&
      refusals.length > 0 &&
      `somebody else was refused: ${refusals.map(([why, count]) => `${count} × ${why}`).join(', ')}`,
    lost > 0 && `${lost} answered messages were lost`,
    rested === undefined && 'it was not over after 5 s',
    // a warning on stderr, such as about a leak of listeners, is a fault, too. Scenes with broken
    // parts are exempt, because libraries report the broken parts there.
    !scene.broken && errors.trim() !== '' && `it wrote to stderr: ${errors.trim().slice(-600)}`,
    ...defectsIn(counted),
  ]
  return isJudged
    ? [
        ...found.filter((one) => one !== false),
        ...observation.faults,
        ...(scene.expect?.(counted) ?? []),
      ]
    : observation.faults
}

/** Sentences about the defects that the service counted, and about its answers with status 500. */
function defectsIn(counted: Metrics): readonly string[] {
  return [...counted].flatMap(([name, count]) =>
    count > 0 && (/_defects_total/.test(name) || /status="500"/.test(name))
      ? [`${name} grew by ${count}`]
      : [],
  )
}

/** Refusals, by reason. */
export function refusedIn(counted: Metrics): ReadonlyMap<string, number> {
  const refused = new Map<string, number>()
  for (const [name, count] of counted) {
    const [, why] =
      /_refused_total\{why="(\w+)"\}$/.exec(name) ??
      /_requests_total\{.*outcome="(?!ok)(\w+)"\}$/.exec(name) ??
      /_connections_total\{outcome="(?!accepted)(\w+)"\}$/.exec(name) ??
      /_requests_total\{.*status="(429|4\d\d|503)"\}$/.exec(name) ??
      []
    if (why !== undefined && count > 0) refused.set(why, (refused.get(why) ?? 0) + count)
  }
  return refused
}
