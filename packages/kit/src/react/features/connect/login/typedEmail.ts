const mark = 'email '

/** What the e-mail field held last in this opening of the modal. */
export function typedEmail(notes: ReadonlySet<string>): string {
  return [...notes].find((note) => note.startsWith(mark))?.slice(mark.length) ?? ''
}

/** Notes what the e-mail field holds, so that the way back finds it there. It is kept nowhere else. */
export function noteEmail(notes: Set<string>, text: string): void {
  notes.delete(mark + typedEmail(notes))
  notes.add(mark + text)
}
