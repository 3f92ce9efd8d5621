import type { PersonalMessage } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { KeyValue, KeyValueList, Notice, RawText } from '@latchkey/ui'
import { useMemo } from 'react'
import { bytesToHex } from 'viem/utils'
import { displayHost } from '../../boundary/displayHost.ts'
import type { ServedNetwork } from '../../chain/networkOf.ts'
import type { Asking, Decision } from '../Approval.ts'
import { ApprovalScreen } from '../screen/ApprovalScreen.tsx'
import { failureWords } from '../screen/failureWords.ts'
import { useWork } from '../screen/useWork.ts'
import { judgeSignIn, type SignIn } from '../signIn/judgeSignIn.ts'

/** Bytes, and the text that they are, if a person can read it. */
export type ShownMessage = PersonalMessage

export type MessageScreenProps<result> = {
  asking: Asking
  decision: Decision<result>
  message: ShownMessage
  /** Signs the very bytes that are shown. */
  sign: () => Promise<result>
}

/** A message before a person: its text, or its bytes, held to what sign-ins are held to. */
export function MessageScreen<result>({ asking, decision, message, sign }: MessageScreenProps<result>) {
  const signIn = useMemo(() => signInOf(message, asking), [message, asking])
  const { state, start } = useWork(sign, decision.approve)

  if (signIn?.problem) {
    return (
      <ApprovalScreen
        asking={asking}
        tone="danger"
        intent={refusals[signIn.problem.kind]}
        decline={{
          label: 'Close',
          onDecline: () =>
            decision.fail(new AppError('INVALID_PARAMS', { details: { field: signIn.problem?.kind ?? '' } })),
        }}
      >
        <Notice variant="danger" title="This cannot be signed">
          {reasons[signIn.problem.kind]}
        </Notice>
        <KeyValueList>
          <KeyValue label="Asked by">
            <bdi dir="ltr">{new URL(asking.caller.origin).host}</bdi>
          </KeyValue>
          <KeyValue label="The message names">
            <bdi dir="ltr">{signIn.problem.named}</bdi>
          </KeyValue>
        </KeyValueList>
        <MessageText message={message} />
      </ApprovalScreen>
    )
  }

  const tone = message.text === null ? 'danger' : 'neutral'
  return (
    <ApprovalScreen
      asking={asking}
      tone={tone}
      intent={intentOf(message, signIn, asking)}
      accept={{
        label: state.kind === 'failed' ? 'Try again' : signIn === null ? 'Sign' : 'Sign in',
        onAccept: start,
        arms: true,
        isReady: true,
        busy: state.kind === 'busy' ? 'Signing' : undefined,
      }}
      decline={{ label: 'Reject', onDecline: decision.reject, disabled: state.kind === 'busy' }}
      status={state.kind === 'failed' ? { variant: 'danger', ...failureWords(state.error) } : undefined}
    >
      {signIn?.remarks.map((remark) => (
        <Notice key={remark} variant="warning" title={remarkTitles[remark]}>
          {remarkTexts(asking.network)[remark]}
        </Notice>
      ))}
      {message.text === null && (
        <Notice variant="danger" title={isDigestLike(message) ? 'This may be anything' : 'This is no readable text'}>
          {isDigestLike(message)
            ? 'It is 32 bytes, as long as the fingerprint of a transaction or a contract. Whoever gets it signed may be able to move your money.'
            : 'Nobody can tell what it means. Sign it only if you know exactly what it is.'}
        </Notice>
      )}
      {spellsDigest(message) && (
        <Notice variant="warning" title="This says nothing that a person can check">
          It spells 32 bytes, as long as the fingerprint of a transaction or a contract. Sign it only if you know
          exactly what it is.
        </Notice>
      )}
      <MessageText message={message} />
    </ApprovalScreen>
  )
}

function MessageText({ message }: { message: ShownMessage }) {
  if (message.bytes.length === 0) return <Notice title="The message is empty" />
  return message.text === null ? (
    <RawText label="Bytes to sign">{bytesToHex(message.bytes)}</RawText>
  ) : (
    <RawText label="Message" kind="message">
      {message.text}
    </RawText>
  )
}

/** What nobody can read is judged as well: a server may take it for a sign-in all the same. */
const signInOf = ({ text, bytes }: ShownMessage, { caller, network }: Asking): SignIn | null => {
  const context = { origin: caller.origin, address: caller.address, chainId: network.id }
  const signIn = judgeSignIn(text ?? new TextDecoder().decode(bytes), context, Date.now())
  return text === null && signIn?.problem === null ? null : signIn
}

const intentOf = (message: ShownMessage, signIn: SignIn | null, { caller }: Asking): string => {
  if (signIn !== null) return `Sign in to ${displayHost(new URL(caller.origin).hostname)}`
  return message.text === null ? 'Sign data that you cannot read' : 'Sign a message'
}

/** Bytes as long as a fingerprint, and as text that spells them. */
const isDigestLike = ({ bytes }: ShownMessage): boolean => bytes.length === 32
const spellsDigest = ({ text }: ShownMessage): boolean => /^\s*(?:0x)?[0-9a-f]{64}\s*$/i.test(text ?? '')

const refusals = {
  domain: 'This would sign you in somewhere else',
  account: 'This would sign in another account',
} as const
const reasons = {
  domain:
    'A page may ask you to sign in to itself only. This one asks on behalf of another, which is how accounts are stolen.',
  account: 'The message speaks of an account that is not the connected one.',
} as const
const remarkTitles = {
  uri: 'The message mentions another address',
  chain: 'The message is for another network',
  expired: 'This sign-in has expired',
  form: 'The message is not in the usual form',
} as const
const remarkTexts = (network: ServedNetwork) => ({
  uri: 'The page it wants to open is not the one that asks.',
  chain: `You are on ${network.name}.`,
  expired: 'The page will most likely not accept it.',
  form: 'Read it with care: a sign-in normally names its page, account and time.',
})
