/** Returns the font size: a longer text has a smaller font. */
const sizeOf = (text: string) => ({
  fontSize: Math.max(14, Math.min(32, 240 / Math.max(text.length, 1))),
})

/** `note`: the id of the element that says what is wrong with the text. */
type InputProps = {
  text: string
  label: string
  note: string
  isInvalid: boolean
  onChange: (text: string) => void
}

/** The field for an amount. A screen with this field begins with the focus in it. */
export function AmountInput({ text, label, note, isInvalid, onChange }: InputProps) {
  return (
    <input
      className="amount-figure"
      style={sizeOf(text)}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={note}
      placeholder="0"
      value={text}
      data-autofocus=""
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A read-only amount. `text` is undefined while it loads. `isEmpty`: there is no amount yet. */
export function AmountOutput({
  text,
  label,
  isEmpty,
}: {
  text: string | undefined
  label: string
  isEmpty: boolean
}) {
  if (text === undefined) return <span className="skeleton amount-skeleton" data-large="" />
  return (
    <output
      className="amount-figure"
      data-empty={isEmpty ? '' : undefined}
      style={sizeOf(text)}
      aria-label={label}
    >
      <bdi>{text}</bdi>
    </output>
  )
}
