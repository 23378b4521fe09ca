/**
 * The transport settings of each method of the Sign API. `tags`: for the request and the response.
 * `ttl`: seconds for which the relay stores it. `prompt`: the relay wakes a sleeping wallet. See
 * docs/contracts/relay.md#tags-and-lifetimes.
 */
export const signMethods = {
  wc_pairingDelete: { tags: [1000, 1001], ttl: 86_400 },
  wc_pairingPing: { tags: [1002, 1003], ttl: 30 },
  wc_sessionPropose: { tags: [1100, 1101], ttl: 300, prompt: true },
  wc_sessionSettle: { tags: [1102, 1103], ttl: 300 },
  wc_sessionUpdate: { tags: [1104, 1105], ttl: 86_400 },
  wc_sessionExtend: { tags: [1106, 1107], ttl: 86_400 },
  wc_sessionRequest: { tags: [1108, 1109], ttl: 300, prompt: true },
  wc_sessionEvent: { tags: [1110, 1111], ttl: 300, prompt: true },
  wc_sessionDelete: { tags: [1112, 1113], ttl: 86_400 },
  wc_sessionPing: { tags: [1114, 1115], ttl: 30 },
  wc_sessionAuthenticate: { tags: [1116, 1117], ttl: 3_600, prompt: true },
} as const satisfies Record<
  string,
  { tags: readonly [request: number, response: number]; ttl: number; prompt?: boolean }
>

/**
 * Transport settings of the answer to a method that the Sign API lacks. See
 * docs/contracts/relay.md#tags-and-lifetimes.
 */
export const unregistered = { tags: [0, 0], ttl: 86_400 } as const

export type SignMethod = keyof typeof signMethods

/** Whether the Sign API has this method. */
export function isSignMethod(method: string): method is SignMethod {
  return Object.hasOwn(signMethods, method)
}
