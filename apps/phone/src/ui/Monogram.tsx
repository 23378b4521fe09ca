/** The first letter of a name, on a colour derived from the name; no server is used. */
export function Monogram({ name, round = false }: { name: string; round?: boolean }) {
  const letter = [...name].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '?'
  return (
    <span
      className="monogram"
      data-round={round}
      style={
        {
          '--hue': hueOf(name),
        } as React.CSSProperties /* React's type lacks custom properties */
      }
      aria-hidden="true"
    >
      {letter.toUpperCase()}
    </span>
  )
}

function hueOf(name: string): number {
  let sum = 7
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360
  return sum
}
