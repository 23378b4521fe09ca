import type { Description, WalletChain } from 'latchkey/testing'
import type { Wish } from './grant.ts'
import type { Site } from './siteOf.ts'

/** How the phone answers sites: asks the person, says yes or no by itself, or leaves everybody waiting as a phone in a pocket does. */
export const behaviours = ['ask', 'approve', 'refuse', 'hang'] as const
export type Behaviour = (typeof behaviours)[number]

/** An account of the phone; EVM addresses with checksum. */
export type Account = { address: string; label: string; namespace: 'eip155' | 'solana' }

/** A site that is connected. */
export type Connection = {
  topic: string
  site: Site
  /** CAIP-2 ids. */
  networks: readonly string[]
  addresses: readonly string[]
  methods: readonly string[]
  /** In milliseconds since 1970. */
  expiresAt: number
}

/** What a person is asked. */
export type Question =
  | { type: 'connect'; wishes: Readonly<Record<string, Wish>> }
  /** The site asks for what the phone has not: there is only a no. */
  | { type: 'cannot'; lacks: readonly string[] }
  | { type: 'signIn'; message: string; address: string; network: string }
  | { type: 'request'; description: Description; network: string }

/** A question that nobody has answered yet. */
export type OpenQuestion = { id: number; site: Site; question: Question }

/** What became of what a site asked. */
export type TaskStatus = 'waiting' | 'working' | 'done' | 'refused' | 'failed' | 'expired'

/** Something that a site asked for, kept as the phone's activity. */
export type Task = {
  /** Counts up from 1 on each page. */
  id: number
  site: Site
  /** What it was, in a few words. */
  title: string
  status: TaskStatus
  /** Why it failed, in a sentence. */
  problem?: string
  /** Milliseconds since 1970. */
  at: number
}

/** Everything about the phone that changes. */
export type PhoneState = {
  /** `elsewhere`: a newer tab is the phone now. */
  status: 'here' | 'elsewhere'
  /** Whether the phone wants to be reached. */
  online: boolean
  /** Whether the relay is reached; without any topic there is nothing to be reached for. */
  reached: boolean
  behaviour: Behaviour
  accounts: readonly Account[]
  /** The EVM account in use, with checksum. */
  selected: `0x${string}`
  chains: readonly WalletChain[]
  chain: WalletChain
  connections: readonly Connection[]
  /** Oldest first. */
  questions: readonly OpenQuestion[]
  /** Newest first. */
  tasks: readonly Task[]
  /** Said once, until it is put away. */
  notice: { kind: 'good' | 'bad'; text: string } | undefined
}
