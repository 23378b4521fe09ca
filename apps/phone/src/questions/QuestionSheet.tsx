import type { Answer } from '../phone/createQueue.ts'
import type { Phone } from '../phone/createPhone.ts'
import type { OpenQuestion, PhoneState } from '../phone/phoneState.ts'
import { CannotSheet } from './CannotSheet.tsx'
import { ConnectSheet } from './ConnectSheet.tsx'
import { RequestSheet } from './RequestSheet.tsx'
import { SignInSheet } from './SignInSheet.tsx'

type QuestionSheetProps = { open: OpenQuestion; phone: Phone; state: PhoneState }

/** Shows a question of a site in plain words. */
export function QuestionSheet({ open: { id, site, question }, phone, state }: QuestionSheetProps) {
  const answer = (given: Answer) => phone.answer(id, given)
  const shared = { site, otherCount: state.questions.length - 1, online: state.online, answer }
  switch (question.type) {
    case 'connect':
      return <ConnectSheet {...shared} namespaces={question.namespaces} state={state} />
    case 'cannot':
      return <CannotSheet {...shared} missing={question.missing} />
    case 'signIn':
      return (
        <SignInSheet
          {...shared}
          message={question.message}
          address={question.address}
          network={question.network}
        />
      )
    case 'request':
      return (
        <RequestSheet
          {...shared}
          description={question.description}
          network={question.network}
          caution={question.caution}
        />
      )
  }
}
