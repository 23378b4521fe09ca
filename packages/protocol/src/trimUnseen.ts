/** A text without spaces and unseen characters at its ends; what is inside stays as it is. */
export function trimUnseen(text: string): string {
  return /[^\s\p{Cc}\p{Cf}](?:.*[^\s\p{Cc}\p{Cf}])?/su.exec(text)?.[0] ?? ''
}

/**
 * A text without the spaces, zero-width spaces and marks of direction that chats and right-to-left
 * pages put around what is copied; what is inside stays as it is. Joiners, tags and overrides of
 * direction stay at the ends, too: they are part of a sign, or change how the text is seen.
 */
export function trimMarks(text: string): string {
  const around =
    /[^\s\u200b\u200e\u200f\u2060\u061c\u2066-\u2069\u202a-\u202c](?:.*[^\s\u200b\u200e\u200f\u2060\u061c\u2066-\u2069\u202a-\u202c])?/su
  return around.exec(text)?.[0] ?? ''
}
