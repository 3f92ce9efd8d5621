import { formatAmount, shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/send'
import { Link, Notice } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { attemptAtom, attemptTraceAtom, forgetAttemptAtom, traceAttemptsAtom } from '../state/send/attempts.ts'
import { sendingAtom } from '../state/send/sending.ts'
import { outcomeWords } from './sendWords.ts'

/** A transfer or swap with an unknown outcome, and its state on the chain. */
export function LastAttempt() {
  const attempt = useAtomValue(attemptAtom)
  const sending = useAtomValue(sendingAtom)
  const found = useAtomValue(attemptTraceAtom)
  const trace = useSetAtom(traceAttemptsAtom)
  const forget = useSetAtom(forgetAttemptAtom)
  const isOpen = attempt !== null && sending.kind !== 'asking'
  useEffect(() => {
    if (isOpen) void trace()
  }, [isOpen, trace])
  if (!isOpen) return null
  const say = outcomeWords(attempt.get !== null)
  const values = {
    amount: formatAmount(attempt.units, attempt.decimals),
    symbol: attempt.symbol,
    address: shortAddress(attempt.to),
    get: attempt.get?.symbol ?? '',
  }
  const words = {
    out: 'attemptOut',
    void: 'attemptVoid',
    repeatable: 'attemptRepeatable',
    open: 'attemptAsked',
  } as const
  return (
    <Notice
      variant={found === 'void' ? 'info' : 'warning'}
      title={say('attempt')}
      action={<Link onClick={() => forget(attempt)}>{t('attemptKnown')}</Link>}
    >
      {say(words[found ?? 'open'], values)}
    </Notice>
  )
}
