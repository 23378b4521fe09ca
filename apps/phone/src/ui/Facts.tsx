import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Fact, Facts as FactList } from '@latchkey/ui/facts/Facts.tsx'

/** A request's facts, which come as pairs of texts. Addresses and hashes are easy to compare. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  if (facts.length === 0) return null
  return (
    <FactList>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {/^\w{32,}$/.test(value) ? <AddressText address={value} form="lines" /> : value}
        </Fact>
      ))}
    </FactList>
  )
}
