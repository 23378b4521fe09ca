import type { Description, WalletChain } from 'latchkey/testing'
import type { NamespaceRequest } from './grant.ts'
import type { BitcoinChain } from './bitcoin/bitcoinAccounts.ts'
import type { PolkadotChain } from './polkadot/polkadotChains.ts'
import type { SolanaChain } from './solana/solanaChains.ts'
import type { Site } from './siteOf.ts'

/**
 * How the phone answers sites: it asks the person, agrees or refuses automatically, or never
 * answers.
 */
export const behaviours = ['ask', 'approve', 'refuse', 'hang'] as const
export type Behaviour = (typeof behaviours)[number]

/**
 * An account of the phone. An EVM address has its checksum, and a Polkadot address is the generic
 * one.
 */
export type Account = {
  address: string
  label: string
  namespace: 'eip155' | 'solana' | 'bip122' | 'polkadot'
}

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

/** What the phone asks the person. */
export type Question =
  | { type: 'connect'; namespaces: Readonly<Record<string, NamespaceRequest>> }
  /** The phone does not have something that the site requires, so the person can only refuse. */
  | { type: 'cannot'; missing: readonly string[] }
  | { type: 'signIn'; message: string; address: string; network: string }
  /** `caution`: what the phone cannot find out about the request. */
  | { type: 'request'; description: Description; network: string; caution?: string }

/** A question that was not answered yet. */
export type OpenQuestion = { id: number; site: Site; question: Question }

/** The status of a site's request. */
export type TaskStatus = 'waiting' | 'working' | 'done' | 'refused' | 'failed' | 'expired'

/** A request of a site, stored as the phone's activity. */
export type Task = {
  /** Counted from 1. A page continues after the highest id of the stored tasks. */
  id: number
  site: Site
  /** A short title for the request. */
  title: string
  status: TaskStatus
  /** Why the task failed, in a sentence. */
  problem?: string
  /** Milliseconds since 1970. */
  at: number
}

/** The phone's whole state. */
export type PhoneState = {
  /** `elsewhere`: a newer tab has become the phone. */
  status: 'here' | 'elsewhere'
  /** Whether the phone is switched to online. */
  online: boolean
  /** Whether the phone is connected to the relay. If it has no topic, it needs no connection. */
  isRelayConnected: boolean
  behaviour: Behaviour
  /** Whether the phone accepts batches of calls (EIP-5792). A site learns this when it connects. */
  batches: boolean
  accounts: readonly Account[]
  /** The EVM account in use, with checksum. */
  selected: `0x${string}`
  /** The Solana account in use, in base58. */
  selectedSolana: string
  /** The Bitcoin account in use, by its address for payments. */
  selectedBitcoin: string
  /** The Polkadot account in use, by its generic address. */
  selectedPolkadot: string
  chains: readonly WalletChain[]
  chain: WalletChain
  /** The Solana chains that have a node. */
  solana: readonly SolanaChain[]
  /** The running Bitcoin chains. */
  bitcoin: readonly BitcoinChain[]
  /** The running Polkadot chains. */
  polkadot: readonly PolkadotChain[]
  connections: readonly Connection[]
  /** The open questions, the oldest first. */
  questions: readonly OpenQuestion[]
  /** The tasks, the newest first. */
  tasks: readonly Task[]
  /** A message that is shown until the person dismisses it. */
  notice: { kind: 'good' | 'bad'; text: string } | undefined
}
