import type { Target } from './target.ts'

/** How the service of a scene is started, beyond its defaults. What is in it can be sent to another process. */
export type Config = {
  /** Options of `createRelay` or `createApi`. */
  options?: object
  /** Of the relay: a Redis in place of the folder. */
  redis?: string
  /** Of the relay: the size of the store in the folder, in bytes. */
  storeBytes?: number
  /** Of the relay: ten minutes pass whenever its process gets SIGUSR2. */
  clock?: true
  /** Of the API: a PostgreSQL in place of the folder. */
  database?: string
  /** Of the API: the node of the chain that bystanders ask. Every scene has its own. */
  honestNode?: string
}

/** What an attacker did, in words, and what it saw that must not be. */
export type Done = { did: string; faults?: readonly string[] }

/** An attacker that is ready, with what its service has to know of it, such as the address of a node. */
export type Stage = { config?: Config; attack: (target: Target) => Promise<Done> }

/** Numbers of `/metrics` by name and labels, as they stand there. */
export type Metrics = ReadonlyMap<string, number>

/** One attacker beside one bystander. */
export type Scene = {
  name: string
  /** What is sent, in Markdown. */
  title: string
  of: 'relay' | 'api' | 'nats'
  /** Part of `npm test`. */
  quick?: true
  /** Seconds after which the attack is over, however far it came. */
  seconds: number
  /** Seconds that the service has before anything counts, where it has a database to open. @default 1 */
  warm?: number
  /** The size of the disk on which the service's folder is, in MB. Absent: the machine's own disk. */
  disk?: number
  /** A program or a right that not every machine has. */
  needs?: 'mounts' | 'nats' | 'postgres'
  /** A part is broken on purpose: the bystander is refused or waits meanwhile, and the store may be in another process. Nothing answered may be lost all the same. */
  broken?: true
  /** Made in the attacker's process before the service starts. */
  stage: () => Stage | Promise<Stage>
  /** What else has to be so: sentences about what is not. Numbers are those by which the service counted during the scene. */
  expect?: (counted: Metrics) => readonly string[]
  /** Whether the service has got rid of everything. `before`: as it was when the attack began. */
  isOver?: (now: Metrics, before: Metrics) => boolean
}
