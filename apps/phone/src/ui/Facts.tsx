/** Names with their values. Addresses and other long words are easy to compare. */
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
