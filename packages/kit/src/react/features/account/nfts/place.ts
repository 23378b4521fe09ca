/** Where a visitor was in the grid before a detail was opened. */
export type Place = { index: number; withSpam: boolean }

const isNote = (note: string) => /^account nft \d+ /.test(note)

/** Where the way back leads, from what the open modal remembers. */
export function readPlace(notes: ReadonlySet<string>): Place {
  const [, , index, spam] = [...notes].find(isNote)?.split(' ') ?? []
  return { index: Number(index ?? -1), withSpam: spam === 'spam' }
}

/** Lets the open modal remember where the way back leads. */
export function writePlace(notes: Set<string>, { index, withSpam }: Place): void {
  for (const note of [...notes].filter(isNote)) notes.delete(note)
  notes.add(`account nft ${index} ${withSpam ? 'spam' : 'plain'}`)
}
