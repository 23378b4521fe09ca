import type { Description, WalletChain } from 'latchkey/testing'
import type { NamespaceRequest } from './grant.ts'
import type { SolanaChain } from './solana/solanaChains.ts'
import type { Site } from './siteOf.ts'

/**
 * How the phone answers sites: asks the person, agrees or refuses automatically, or never answers.
 */
export const behaviours = ['ask', 'approve', 'refuse', 'hang'] as const
export type Behaviour = (typeof behaviours)[number]

/** An account of the phone; EVM addresses with checksum. */
export type Account = { address: string; label: string; namespace: 'eip155' | 'solana' }

/** A connected site. */
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

/** A question to the person. */
export type Question =
  | { type: 'connect'; namespaces: Readonly<Record<string, NamespaceRequest>> }
  /** The phone lacks something that the site requires: the person can only refuse. */
  | { type: 'cannot'; missing: readonly string[] }
  | { type: 'signIn'; message: string; address: string; network: string }
  /** `caution`: facts of the request that the phone can't determine. */
  | { type: 'request'; description: Description; network: string; caution?: string }

/** A question without an answer yet. */
export type OpenQuestion = { id: number; site: Site; question: Question }

/** The status of a site's request. */
export type TaskStatus = 'waiting' | 'working' | 'done' | 'refused' | 'failed' | 'expired'

/** A request of a site, stored as the phone's activity. */
export type Task = {
  /** Counted from 1 on each page. */
  id: number
  site: Site
  /** A short title of the request. */
  title: string
  status: TaskStatus
  /** The reason of a failure, in a sentence. */
  problem?: string
  /** Milliseconds since 1970. */
  at: number
}

/** The phone's whole state. */
export type PhoneState = {
  /** `elsewhere`: a newer tab has become the phone. */
  status: 'here' | 'elsewhere'
  /** Whether the phone is switched online. */
  online: boolean
  /** Whether the relay is connected; without any topic the phone needs no connection. */
  isRelayConnected: boolean
  behaviour: Behaviour
  /** Whether the phone takes batches of calls. A site learns it at connect. EIP-5792 */
  batches: boolean
  accounts: readonly Account[]
  /** The EVM account in use, with checksum. */
  selected: `0x${string}`
  /** The Solana account in use, base58. */
  selectedSolana: string
  chains: readonly WalletChain[]
  chain: WalletChain
  /** The Solana chains that have a node. */
  solana: readonly SolanaChain[]
  connections: readonly Connection[]
  /** Oldest first. */
  questions: readonly OpenQuestion[]
  /** Newest first. */
  tasks: readonly Task[]
  /** A message that is shown once, until it is dismissed. */
  notice: { kind: 'good' | 'bad'; text: string } | undefined
}
