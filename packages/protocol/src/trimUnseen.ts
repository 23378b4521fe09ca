/** Removes spaces and invisible characters at both ends of a text. */
export function trimUnseen(text: string): string {
  return /[^\s\p{Cc}\p{Cf}](?:.*[^\s\p{Cc}\p{Cf}])?/su.exec(text)?.[0] ?? ''
}

/**
 * Removes spaces, zero-width spaces and direction marks at both ends of a text; chats and
 * right-to-left pages add them to copied texts. Joiners, tags and direction overrides stay, because
 * they are part of a character, or change how the text looks.
 */
export function trimMarks(text: string): string {
  const around =
    /[^\s\u200b\u200e\u200f\u2060\u061c\u2066-\u2069\u202a-\u202c](?:.*[^\s\u200b\u200e\u200f\u2060\u061c\u2066-\u2069\u202a-\u202c])?/su
  return around.exec(text)?.[0] ?? ''
}
