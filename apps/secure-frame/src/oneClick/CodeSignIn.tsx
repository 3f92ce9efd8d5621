import { type RefObject, useEffect, useMemo } from 'react'
import { Surroundings } from '../approvals/screen/Surroundings.ts'
import { useArming } from '../approvals/screen/useArming.ts'
import { type Watch, watchOnScreen } from '../approvals/screen/watchVisibility.ts'
import { isBare, type SignInMessage } from '../approvals/signIn/readSignInMessage.ts'
import { SignInFacts } from '../approvals/signIn/SignInFacts.tsx'

export type CodeSignInProps = {
  /** The pinned origin of the page. */
  origin: string
  message: SignInMessage
  /** The screen that has to be seen. */
  content: RefObject<HTMLElement | null>
  /** The test for being visible; null where this document can't tell. */
  watch: Watch | null
  /** Called, when the code is there, with a function that returns whether the message is in front of the user; null when it is gone. */
  onShown: (look: (() => Promise<boolean>) | null) => void
}

/** The time a code waits for its message to have been seen, in milliseconds: pasted ones are faster than the rule. */
const timeoutMs = 1_500
const lookMs = 50

/** Shows the message to sign with a code. Words count as shown by the rule of approvals (`docs/confirm-rule.md`). */
export function CodeSignIn({ watch, ...props }: CodeSignInProps) {
  const surroundings = useMemo(() => ({ watch: watch ?? watchOnScreen, goToWindow: null, line: null }), [watch])
  return (
    <Surroundings value={surroundings}>
      <Shown {...props} canTell={watch !== null} />
    </Surroundings>
  )
}

type ShownProps = Omit<CodeSignInProps, 'watch'> & { canTell: boolean }

function Shown({ origin, message, content, canTell, onShown }: ShownProps) {
  const { isArmedNow } = useArming(true, [content])
  const isPlain = isBare(message, origin)
  useEffect(() => {
    onShown(async () => isPlain || (canTell && (await holdsWithin(isArmedNow))))
    return () => onShown(null)
  }, [isPlain, canTell, isArmedNow, onShown])
  return <SignInFacts origin={origin} message={message} />
}

const holdsWithin = async (holds: () => boolean): Promise<boolean> => {
  for (let waitedMs = 0; waitedMs < timeoutMs && !holds(); waitedMs += lookMs) {
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  return holds()
}
