/** Characters of a message as JSON; infinite for one that is no JSON (a cycle, a BigInt). */
export function sizeOf(message: unknown): number {
  try {
    return JSON.stringify(message)?.length ?? 0
  } catch {
    return Infinity // the only question is whether it fits
  }
}
