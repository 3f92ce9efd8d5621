import type { PersonalMessage } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveMessage'
import { t as commonT } from '@latchkey/copy/common'
import { RawText } from '@latchkey/ui'
import { useMemo } from 'react'
import { bytesToHex } from 'viem/utils'
import { displayHost } from '../../boundary/displayHost.ts'
import type { Decision, RequestContext } from '../Approval.ts'
import { ApprovalScreen } from '../screen/ApprovalScreen.tsx'
import { Caution } from '../screen/Caution.tsx'
import { failureWords } from '../screen/failureWords.ts'
import { useWork } from '../screen/useWork.ts'
import { assessSignIn, type SignIn, type SignInProblem } from '../signIn/assessSignIn.ts'
import { RefusedSignIn } from '../signIn/RefusedSignIn.tsx'

/** Bytes, and their text if it is readable. */
export type ShownMessage = PersonalMessage

export type MessageScreenProps<result> = {
  requestContext: RequestContext
  decision: Decision<result>
  message: ShownMessage
  /** Signs the exact bytes that are shown. */
  sign: () => Promise<result>
}

/** The approval of a message: shows its text or its bytes, and applies the rules for sign-ins. */
export function MessageScreen<result>({ requestContext, decision, message, sign }: MessageScreenProps<result>) {
  const signIn = useMemo(() => signInOf(message, requestContext), [message, requestContext])
  const { state, start } = useWork(sign, decision.approve)

  if (signIn?.problem) {
    const problem = problemWords(signIn.problem.kind)
    return (
      <RefusedSignIn
        requestContext={requestContext}
        decision={decision}
        field={signIn.problem.kind}
        title={problem.title}
        text={problem.text}
        named={{ label: t('named'), value: signIn.problem.named }}
      >
        <MessageText message={message} />
      </RefusedSignIn>
    )
  }

  const tone = message.text === null ? 'danger' : 'neutral'
  return (
    <ApprovalScreen
      requestContext={requestContext}
      tone={tone}
      intent={intentOf(message, signIn, requestContext)}
      accept={{
        label: state.kind === 'failed' ? commonT('tryAgain') : signIn === null ? sharedT('sign') : sharedT('signIn'),
        onAccept: start,
        arms: true,
        isReady: true,
        busy: state.kind === 'busy' ? sharedT('signing') : undefined,
      }}
      decline={{ label: sharedT('reject'), onDecline: decision.reject, disabled: state.kind === 'busy' }}
      status={state.kind === 'failed' ? { variant: 'danger', ...failureWords(state.error) } : undefined}
    >
      {signIn?.remarks.map((remark) => (
        <Caution key={remark} variant="warning" title={t(`remarks.${remark}.title`)}>
          {t(`remarks.${remark}.text`, { network: requestContext.network.name })}
        </Caution>
      ))}
      {message.text === null && (
        <Caution variant="danger" title={isDigestLike(message) ? t('digest.title') : t('unreadable.title')}>
          {isDigestLike(message) ? t('digest.text') : t('unreadable.text')}
        </Caution>
      )}
      {spellsDigest(message) && (
        <Caution variant="warning" title={t('spelledDigest.title')}>
          {t('spelledDigest.text')}
        </Caution>
      )}
      <MessageText message={message} />
    </ApprovalScreen>
  )
}

function MessageText({ message }: { message: ShownMessage }) {
  if (message.bytes.length === 0) return <Caution title={t('empty')} />
  return message.text === null ? (
    <RawText label={t('bytes')}>{bytesToHex(message.bytes)}</RawText>
  ) : (
    <RawText label={t('message')} kind="message">
      {message.text}
    </RawText>
  )
}

/** Unreadable bytes are checked as well: a server may still accept them as a sign-in. */
const signInOf = ({ text, bytes }: ShownMessage, { caller, network }: RequestContext): SignIn | null => {
  const context = { origin: caller.origin, address: caller.address, chainId: network.id }
  const signIn = assessSignIn(text ?? new TextDecoder().decode(bytes), context, Date.now())
  return text === null && signIn?.problem === null ? null : signIn
}

const intentOf = (message: ShownMessage, signIn: SignIn | null, { caller }: RequestContext): string => {
  if (signIn !== null) return sharedT('signInTo', { site: displayHost(new URL(caller.origin).hostname) })
  return message.text === null ? t('intent.unreadable') : t('intent.message')
}

/** Matches bytes of a hash's length, and text that spells a hash. */
const isDigestLike = ({ bytes }: ShownMessage): boolean => bytes.length === 32
const spellsDigest = ({ text }: ShownMessage): boolean => /^\s*(?:0x)?[0-9a-f]{64}\s*$/i.test(text ?? '')

const problemWords = (kind: SignInProblem['kind']) =>
  kind === 'domain'
    ? { title: sharedT('elsewhere.title'), text: sharedT('elsewhere.text') }
    : { title: t('anotherAccount.title'), text: t('anotherAccount.text') }
