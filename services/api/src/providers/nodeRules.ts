import type { JsonLimits } from '@latchkey/protocol/border'
import type { JsonKind } from '@latchkey/server/jsonReader'

/**
 * How to check that a node belongs to a network: the request, and the check of its answer.
 * `isNamed` returns whether the answer names the network; undefined for an invalid answer.
 */
export type ChainIdentity = {
  method: string
  /** @default none */
  params?: readonly unknown[]
  isNamed: (result: unknown) => boolean | undefined
}

/** An error in a node's answer. Source: JSON-RPC 2.0 */
export type RpcError = { code: number; message: string; data?: unknown }

/** A request to a node that answers paths. `path` is appended to the node's address. */
export type NodePath = {
  path: string
  /** The text of a POST. Undefined: a GET. */
  body?: string
  /** Whether the answer is a plain text, not JSON. @default false */
  isText?: boolean
}

/**
 * A path of a client that is passed on to a node.
 * - `cost`: how much it counts in the client's rate limit
 * - `proof`: only for a path whose successful answer never changes, because the path names its hash:
 *   whether bytes are that answer
 */
export type PassedPath = { path: string; cost: number; proof?: (bytes: Buffer) => boolean }

/** The rules for nodes that answer HTTP paths (REST) in place of JSON-RPC. */
export type PathRules = {
  /** The path of one of the service's own requests. */
  of(method: string, params: readonly unknown[]): NodePath
  /** The path that a client's request is passed on to. Undefined: it is not passed on. */
  passed(method: 'GET' | 'POST', path: string, networkId: string): PassedPath | undefined
}

/** The rules for calling nodes of a kind of chain, over JSON-RPC or with `paths`. */
export type NodeRules = {
  /** Undefined: the nodes answer JSON-RPC. */
  paths?: PathRules
  identityOf(networkId: string): ChainIdentity
  /** Limits of answers to the service's own requests, by method. Other methods may answer 1 MiB. */
  answerLimits: Readonly<Record<string, AnswerLimits>>
  /** Methods that clients may call: they read the chain, or send signed transactions. */
  forwarded: ReadonlySet<string>
  /**
   * Whether clients may call one of these methods with these parameters.
   * @default they may, with all
   */
  isForwarded?(method: string, params: unknown): boolean
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
