/** Facts as name and value. Addresses and other long words are set for easy comparison. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-hex={/^\w{32,}$/.test(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
