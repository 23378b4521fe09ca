import type { Config, Metrics, Scene } from './scene.ts'

/** What was seen of a scene. */
export type Seen = {
  did: string
  faults: readonly string[]
  /** Bytes: by how much the service's memory grew, and what its folder takes. */
  memory: number
  disk: number
  counted: Metrics
  /** Milliseconds of the bystander's requests. */
  calm: readonly number[]
  attacked: readonly number[]
  failures: ReadonlyMap<string, number>
  /** What was answered, and what of it was lost. */
  answered: number
  lost: number
  /** Seconds until everything was as before; undefined when it was not in time. */
  rested: number | undefined
  /** The part of the attack in which the service waited for a processor that others had, 0 to 1. */
  busy: number
  isAlive: boolean
  errors: string
}

const megabyte = 1_000_000
/** Bytes by which the memory of a service may grow. */
const mostMemory = 200 * megabyte
/** Milliseconds that anybody may wait. */
const mostWait = 250

/** Part of the time without a processor from which on a machine is too busy to be judged by what it puts off. */
export const mostBusy = 0.2

/** The highest number; 0 of none. */
export const worstOf = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0)

/** Milliseconds that a bystander may wait under attack, by what it waits without one. On a busy machine other threads of the service wait, too. */
export const allowed = (calm: readonly number[], busy = 0) => Math.max(mostWait, 3 * worstOf(calm)) * (busy < mostBusy ? 1 : 3)

/** What must not be, in sentences; empty for a scene that passed. */
export function judge(scene: Scene, seen: Seen, config: Config): readonly string[] {
  const { memory, disk, calm, attacked, failures, lost, rested, busy, isAlive, errors, counted } = seen
  const worst = worstOf(attacked)
  const isOurs = scene.of !== 'nats' // what another server does is told, not judged
  // a service that gets no processor puts work off, as it should
  const refusals = [...failures].filter(([why]) => why !== '503' || busy < mostBusy)
  const most = config.storeBytes ?? Infinity
  const found: (string | false)[] = [
    !isAlive && 'the process ended',
    memory > mostMemory && `memory grew by ${Math.round(memory / megabyte)} MB`,
    disk > most && `the folder takes ${Math.round(disk / megabyte)} MB, more than its size`,
    !scene.broken && worst > allowed(calm, busy) && `somebody else waited ${Math.round(worst)} ms`,
    !scene.broken && refusals.length > 0 && `somebody else was refused: ${refusals.map(([why, count]) => `${count} × ${why}`).join(', ')}`,
    lost > 0 && `${lost} answered messages were lost`,
    rested === undefined && 'it was not over after 5 s',
    // a warning, such as of a leak of listeners, is a fault as well; libraries tell of broken parts there
    !scene.broken && errors.trim() !== '' && `it wrote to stderr: ${errors.trim().slice(-600)}`,
    ...defectsIn(counted),
  ]
  return isOurs ? [...found.filter((one) => one !== false), ...seen.faults, ...(scene.expect?.(counted) ?? [])] : seen.faults
}

/** Counters of defects of ours, and answers of 500. */
function defectsIn(counted: Metrics): readonly string[] {
  return [...counted].flatMap(([name, count]) => (count > 0 && (/_defects_total/.test(name) || /status="500"/.test(name)) ? [`${name} grew by ${count}`] : []))
}

/** What was refused, by why. */
export function refusedIn(counted: Metrics): ReadonlyMap<string, number> {
  const refused = new Map<string, number>()
  for (const [name, count] of counted) {
    const [, why] = /_refused_total\{why="(\w+)"\}$/.exec(name) ?? /_requests_total\{.*outcome="(?!ok)(\w+)"\}$/.exec(name) ?? /_connections_total\{outcome="(?!accepted)(\w+)"\}$/.exec(name) ?? /_requests_total\{.*status="(429|4\d\d|503)"\}$/.exec(name) ?? []
    if (why !== undefined && count > 0) refused.set(why, (refused.get(why) ?? 0) + count)
  }
  return refused
}
