/** What a request counts: every message it publishes, and one for everything else. */
export function costOf(params: unknown): number {
  const messages = typeof params === 'object' && params !== null && 'messages' in params ? params.messages : undefined
  return Array.isArray(messages) ? Math.max(1, messages.length) : 1
}
