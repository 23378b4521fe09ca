import type { NewMessage } from './mailboxStore.ts'

/** The JSON of a message up to its time of publication, which the store appends. */
export function openData({ topic, message, tag, attestation }: NewMessage): string {
  const rest = attestation === undefined ? '' : `,"attestation":${JSON.stringify(attestation)}`
  return `{"topic":"${topic}","message":${JSON.stringify(message)},"tag":${tag}${rest}`
}

/** Completes {@link openData}. @param now milliseconds since 1970 */
export function stampData(open: string, now: number): string {
  return `${open},"publishedAt":${now}}`
}
