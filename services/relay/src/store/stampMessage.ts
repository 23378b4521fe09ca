import type { NewMessage } from './mailboxStore.ts'

/** The beginning of a message's JSON. The store appends the time of publication. */
export function openData({ topic, message, tag, attestation }: NewMessage): string {
  const rest = attestation === undefined ? '' : `,"attestation":${JSON.stringify(attestation)}`
  return `{"topic":"${topic}","message":${JSON.stringify(message)},"tag":${tag}${rest}`
}

/**
 * Appends the time of publication to the text from {@link openData}. @param now milliseconds since
 * 1970
 */
export function stampData(open: string, now: number): string {
  return `${open},"publishedAt":${now}}`
}
