/** A text without spaces and unseen characters at its ends; what is inside stays as it is. */
export function trimUnseen(text: string): string {
  return /[^\s\p{Cc}\p{Cf}](?:.*[^\s\p{Cc}\p{Cf}])?/su.exec(text)?.[0] ?? ''
}
