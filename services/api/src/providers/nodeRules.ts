import type { JsonLimits } from '@latchkey/protocol/border'
import type { JsonKind } from '@latchkey/server/jsonReader'

/**
 * How to check that a node belongs to a network: the request, and the check of its answer.
 * `isNamed` returns whether the answer names the network; undefined for an invalid answer.
 */
export type ChainIdentity = { method: string; isNamed: (result: unknown) => boolean | undefined }

/** An error in a node's answer. Source: JSON-RPC 2.0 */
export type RpcError = { code: number; message: string; data?: unknown }

/** The rules for calling nodes of a kind of chain over JSON-RPC. */
export type NodeRules = {
  identityOf(networkId: string): ChainIdentity
  /** Limits of answers to the service's own requests, by method. Other methods may answer 1 MiB. */
  answerLimits: Readonly<Record<string, AnswerLimits>>
  /** Methods that clients may call: they read the chain, or send signed transactions. */
  forwarded: ReadonlySet<string>
  /**
   * Methods that send a transaction. When a node has answered, even with an error, no other node is
   * tried.
   */
  sending: ReadonlySet<string>
  /** Methods that cost a client ten times as much as other methods. */
  costly: ReadonlySet<string>
  /** The result of a method for which no node is needed; undefined for other methods. */
  knownResult?(method: string, networkId: string): unknown
  /** Whether an error is about the request itself, so that every node would answer the same. */
  isRevert(error: RpcError): boolean
  /** Whether an error that has data is about the node, and not about the request. */
  isUnhealthy?(error: RpcError): boolean
}

/**
 * Limits of the answer to a method. `members`: the members of its objects that are read; undefined:
 * all. `result`: the JSON kind of a result that is not null; undefined if several kinds are
 * possible.
 */
export type AnswerLimits = JsonLimits & { members?: readonly string[]; result?: JsonKind }
