import { Facts } from '../ui/Facts.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { SiteHead } from '../ui/SiteHead.tsx'
import { Answers } from './Answers.tsx'
import type { QuestionProps } from './Answers.tsx'
import { Signed } from './Signed.tsx'

type SignInSheetProps = QuestionProps & { message: string; address: string; network: string }

/** A site wants to connect and to get a signed sign-in at once. Source: CAIP-122 */
export function SignInSheet({ site, message, address, network, ...common }: SignInSheetProps) {
  return (
    <Sheet title={`Sign in to ${site.name}?`} footer={<Answers {...common} yes="Sign in" />}>
      <SiteHead site={site} />
      <p className="hint">
        You connect and prove with one signature that the account is yours. This costs nothing.
      </p>
      <Facts
        facts={[
          ['Account', address],
          ['Network', network],
        ]}
      />
      <Signed text={message} />
    </Sheet>
  )
}
