import type { Answer } from '../phone/createDesk.ts'
import type { Phone } from '../phone/createPhone.ts'
import type { OpenQuestion, PhoneState } from '../phone/phoneState.ts'
import { CannotSheet } from './CannotSheet.tsx'
import { ConnectSheet } from './ConnectSheet.tsx'
import { RequestSheet } from './RequestSheet.tsx'
import { SignInSheet } from './SignInSheet.tsx'

type QuestionSheetProps = { asked: OpenQuestion; phone: Phone; state: PhoneState }

/** A site's question, in plain words. */
export function QuestionSheet({ asked: { id, site, question }, phone, state }: QuestionSheetProps) {
  const answer = (given: Answer) => phone.answer(id, given)
  const shared = { site, others: state.questions.length - 1, online: state.online, answer }
  switch (question.type) {
    case 'connect':
      return <ConnectSheet {...shared} wishes={question.wishes} state={state} />
    case 'cannot':
      return <CannotSheet {...shared} lacks={question.lacks} />
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
