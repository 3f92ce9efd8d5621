import { shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/send'
import { Button, ButtonLink, EmptyState, Icon, type IconName, Spinner, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { explorerUrl } from '../../account/explorerUrl.ts'
import { Styled } from '../../parts/Styled.tsx'
import { exactText, outcomeWords } from '../../parts/sendWords.ts'
import { useGetWords } from '../../parts/useGetWords.ts'
import { decimalsOf } from '../../send/amountRules.ts'
import { isCallsId } from '../../send/callsId.ts'
import { isCrossing } from '../../send/SendPlan.ts'
import { servicesAtom } from '../../services.ts'
import { announceAtom } from '../../state/announcement.ts'
import { findNetworkAtom } from '../../state/networks.ts'
import { resetRouteAtom } from '../../state/route.ts'
import { lastSentAtom, type Sent } from '../../state/send/sent.ts'
import { Crossings } from '../../swap/Crossings.tsx'
import { sendStyles } from './sendStyles.ts'

const looks = {
  pending: { icon: null, tone: undefined, title: 'sent', text: 'sentText' },
  late: { icon: 'clock', tone: 'warning', title: 'sent', text: 'sentLate' },
  unwatched: { icon: 'success', tone: 'success', title: 'sent', text: 'sentUnwatched' },
  confirmed: { icon: 'success', tone: 'success', title: 'confirmed', text: 'confirmedText' },
  failed: { icon: 'error', tone: 'danger', title: 'failedOnChain', text: 'failedOnChainText' },
} as const satisfies Record<
  Sent['status'],
  { icon: IconName | null; tone: string | undefined; title: string; text: string }
>

/** Shows the sent transfer, and its status on the chain. */
export function WalletSendSent() {
  const sent = useAtomValue(lastSentAtom)
  const getWords = useGetWords(sent?.plan ?? null)
  const reset = useSetAtom(resetRouteAtom)
  const done = () => reset({ view: 'Account' })
  if (sent === null)
    return <EmptyState icon="send" title={t('nothingSent')} action={{ label: t('done'), onClick: done }} />
  const { plan, status, reason } = sent
  const { icon, tone, title, text } = looks[status]
  const { units, token, recipient, swap } = plan
  const say = outcomeWords(swap !== undefined)
  const paid = <bdi dir="ltr">{`${exactText(units, decimalsOf(token))} ${token.symbol}`}</bdi>
  // Confirmation on its own network is only half of the swap.
  if (isCrossing(plan))
    return (
      <Styled styles={sendStyles}>
        <Stack>
          <Text align="center">
            {paid} <bdi>{getWords}</bdi>
          </Text>
          <Crossings />
          <Button onClick={done}>{t('done')}</Button>
        </Stack>
      </Styled>
    )
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
            {paid}{' '}
            {swap === undefined ? (
              t('toWhom', { name: recipient.name ?? shortAddress(recipient.address) })
            ) : (
              <bdi>{getWords}</bdi>
            )}
          </Text>
          <Text size="small" tone="secondary" align="center">
            {reason === undefined ? say(text) : say('undoneText', { reason })}
          </Text>
        </div>
        {!isCallsId(sent.id) && <Lookup sent={sent} />}
        <Button onClick={done}>{t('done')}</Button>
      </Stack>
    </Styled>
  )
}

/** Links to the block explorer; on chains without one, shows the transaction's id. */
function Lookup({ sent: { plan, id } }: { sent: Sent }) {
  const { copy } = useAtomValue(servicesAtom)
  const announce = useSetAtom(announceAtom)
  const [isCopied, setCopied] = useState(false)
  const network = useAtomValue(findNetworkAtom)(plan.network)
  const href = explorerUrl(network, 'transaction', id)
  const explorer = network?.blockExplorer
  if (href !== undefined && explorer !== undefined)
    return (
      <ButtonLink href={href} variant="secondary" icon="external">
        {t('explorer', { name: explorer.name })}
      </ButtonLink>
    )
  const copyId = async () => {
    try {
      await copy(id)
      setCopied(true)
      announce(t('copied'))
    } catch {
      announce(t('copyFailed'))
    }
  }
  return (
    <Button variant="secondary" icon={isCopied ? 'check' : 'copy'} onClick={() => void copyId()}>
      {t(isCopied ? 'copied' : 'copyId')}
    </Button>
  )
}
