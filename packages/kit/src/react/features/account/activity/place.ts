const isNote = (note: string) => note.startsWith('account entry ')

/** Index of the entry whose detail was left, from what the open modal remembers; -1 for none. */
export function readPlace(notes: ReadonlySet<string>): number {
  const note = [...notes].find(isNote)
  return note ? Number(note.slice('account entry '.length)) : -1
}

/** Lets the open modal remember which entry's detail was opened. */
export function writePlace(notes: Set<string>, index: number): void {
  for (const note of [...notes].filter(isNote)) notes.delete(note)
  notes.add(`account entry ${index}`)
}
