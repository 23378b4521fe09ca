import type { Target } from './target.ts'

/**
 * The settings of a scene's service that differ from the defaults. It can be sent to another
 * process.
 */
export type Config = {
  /** Options of `createRelay`, `createApi` or `createWallet`. */
  options?: object
  /** Relay only: a Redis in place of the folder. */
  redis?: string
  /** Relay only: the size of the store in the folder, in bytes. */
  storeBytes?: number
  /** Relay only: its clock moves by ten minutes whenever its process gets SIGUSR2. */
  clock?: true
  /** API only: a PostgreSQL in place of the folder. */
  database?: string
  /** Wallet only: devices that wait for a link, by the thumbprints of their keys. */
  waiting?: readonly string[]
  /** API and wallet only: the node of the chain that bystanders use. Every scene has its own. */
  honestNode?: string
}

/** The attacker's actions, in words, and the faults that it observed. */
export type Done = {
  did: string
  faults?: readonly string[]
  /**
   * Milliseconds that the attacker measured itself, before and under attack. They replace the
   * bystander's durations where no service can measure them, such as in a frame in a browser.
   */
  timed?: { calm: readonly number[]; attacked: readonly number[] }
}

/**
 * An attacker that is ready, and the options that its service needs, such as the address of a node.
 */
export type Stage = { config?: Config; attack: (target: Target) => Promise<Done> }

/** Metrics of `/metrics` by name and labels, as written there. */
export type Metrics = ReadonlyMap<string, number>

/** One attacker and one bystander, who use the same service. */
export type Scene = {
  name: string
  /** The data that the attacker sends, in Markdown. */
  title: string
  of: 'relay' | 'api' | 'wallet' | 'nats'
  /**
   * `short`: part of `npm test` and `npm run test:all`. `long`: part of `npm run test:all` alone.
   */
  quick?: 'short' | 'long'
  /** Seconds after which the attack is over, finished or not. */
  seconds: number
  /** Seconds before measuring starts, for a service that has to open a database. @default 1 */
  warm?: number
  /** The size of the disk with the service's folder, in MB. Absent: the machine's own disk. */
  disk?: number
  /** A program or a right that not every machine has. */
  needs?: 'browser' | 'mounts' | 'nats' | 'postgres'
  /**
   * Whether a part of the service is broken on purpose. Then the bystander may be refused or wait,
   * and the store may be in another process. But no answered message may be lost.
   */
  broken?: true
  /** Called in the attacker's process before the service starts. */
  stage: () => Stage | Promise<Stage>
  /**
   * Further checks. Returns sentences about faults. `counted`: the growth of the service's metrics
   * during the scene.
   */
  expect?: (counted: Metrics) => readonly string[]
  /**
   * Whether the service has freed everything that the attack used. `before`: the metrics at the
   * start of the attack.
   */
  isOver?: (now: Metrics, before: Metrics) => boolean
}
