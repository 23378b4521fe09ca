/** The maximum number of notifications of a socket that wait for the answer to their request. */
const maxHeld = 1_000

/** The texts of a socket, in the order that clients expect. */
export type Order = {
  /** Sends an answer, and after it the notifications that wait for it. */
  answer(text: string): void
  /**
   * Sends a notification, or holds it until its subscription is answered.
   * @param isWaiting whether the socket has requests without an answer
   */
  notify(subscription: string, text: string, isWaiting: boolean): void
}

/**
 * Orders what a socket is sent: a client learns the name of a subscription from the answer to its
 * request, and takes an earlier notification for a defect. The chain sends the first notifications
 * after a fixed time, in which a busy machine may not have answered yet.
 */
export function orderNotifications(send: (text: string) => void): Order {
  const answered = new Set<string>()
  const held = new Map<string, string[]>()
  let heldCount = 0
  return {
    answer(text) {
      send(text)
      for (const [subscription, texts] of held) {
        if (!text.includes(JSON.stringify(subscription))) continue
        answered.add(subscription)
        held.delete(subscription)
        heldCount -= texts.length
        texts.forEach(send)
      }
    },
    notify(subscription, text, isWaiting) {
      const isEarly = isWaiting && !answered.has(subscription) && heldCount < maxHeld
      if (!isEarly) {
        answered.add(subscription)
        return send(text)
      }
      held.set(subscription, [...(held.get(subscription) ?? []), text])
      heldCount += 1
    },
  }
}
