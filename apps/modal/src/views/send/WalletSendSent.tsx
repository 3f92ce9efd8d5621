import { findNetwork, shortAddress } from '@latchkey/chains'
import { Button, ButtonLink, EmptyState, Icon, type IconName, Spinner, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { explorerUrl } from '../../account/explorerUrl.ts'
import { decimalsOf } from '../../send/amountRules.ts'
import { announceAtom } from '../../state/announcement.ts'
import { resetRouteAtom } from '../../state/route.ts'
import { lastSentAtom, type Sent } from '../../state/send/sent.ts'
import { servicesAtom } from '../../state/services.ts'
import { sayLater as say } from '../../words/sayLater.ts'
import { Styled } from '../Styled.tsx'
import { sendStyles } from './sendStyles.ts'
import { exactText } from './sendWords.ts'

const looks = {
  pending: { icon: null, tone: undefined, title: 'send.sent', text: 'send.sentText' },
  late: { icon: 'clock', tone: 'warning', title: 'send.sent', text: 'send.sentLate' },
  unwatched: { icon: 'success', tone: 'success', title: 'send.sent', text: 'send.sentUnwatched' },
  confirmed: { icon: 'success', tone: 'success', title: 'send.confirmed', text: 'send.confirmedText' },
  failed: { icon: 'error', tone: 'danger', title: 'send.failedOnChain', text: 'send.failedOnChainText' },
} as const satisfies Record<
  Sent['status'],
  { icon: IconName | null; tone: string | undefined; title: string; text: string }
>

/** What was sent, and how it is doing on its chain. */
export function WalletSendSent() {
  const sent = useAtomValue(lastSentAtom)
  const reset = useSetAtom(resetRouteAtom)
  const done = () => reset({ view: 'Account' })
  if (sent === null)
    return (
      <EmptyState icon="send" title={say('send.nothingSent')} action={{ label: say('send.done'), onClick: done }} />
    )
  const { plan, status, reason } = sent
  const { icon, tone, title, text } = looks[status]
  const { units, token, recipient } = plan
  return (
    <Styled styles={sendStyles}>
      <Stack>
        <div part="send-result">
          <span part="send-mark" data-tone={tone}>
            {icon === null ? <Spinner label={say(title)} size={32} /> : <Icon name={icon} size={32} />}
          </span>
          <Text size="title" as="h2" align="center">
            {say(title)}
          </Text>
          <Text align="center">
            <bdi dir="ltr">{`${exactText(units, decimalsOf(token))} ${token.symbol}`}</bdi>{' '}
            {say('send.toWhom', { name: recipient.name ?? shortAddress(recipient.address) })}
          </Text>
          <Text size="small" tone="secondary" align="center">
            {reason === undefined ? say(text) : say('send.undoneText', { reason })}
          </Text>
        </div>
        <Lookup sent={sent} />
        <Button onClick={done}>{say('send.done')}</Button>
      </Stack>
    </Styled>
  )
}

/** Where the chain shows it; on chains that nobody else can look into, its id. */
function Lookup({ sent: { plan, id } }: { sent: Sent }) {
  const { copy } = useAtomValue(servicesAtom)
  const announce = useSetAtom(announceAtom)
  const [isCopied, setCopied] = useState(false)
  const href = explorerUrl(plan.network, 'transaction', id)
  const explorer = findNetwork(plan.network)?.blockExplorer
  if (href !== undefined && explorer !== undefined)
    return (
      <ButtonLink href={href} variant="secondary" icon="external">
        {say('send.explorer', { name: explorer.name })}
      </ButtonLink>
    )
  const copyId = async () => {
    try {
      await copy(id)
      setCopied(true)
      announce(say('send.copied'))
    } catch {
      announce(say('send.copyFailed'))
    }
  }
  return (
    <Button variant="secondary" icon={isCopied ? 'check' : 'copy'} onClick={() => void copyId()}>
      {say(isCopied ? 'send.copied' : 'send.copyId')}
    </Button>
  )
}
