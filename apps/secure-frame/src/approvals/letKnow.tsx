import { t } from '@latchkey/copy/letKnow'
import { KeyValue, KeyValueList, Stack, Text } from '@latchkey/ui'
import { displayHost } from '../boundary/displayHost.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import type { ApprovalParams } from './approvalRows.ts'
import { readClaims, type ScopedClaims } from './scopedClaims.ts'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'
import { fact } from './screen/createReading.ts'

/** Shares a user's addresses or email with a page, as the page's token names them. */
export const letKnow: ApprovalKind<'letKnow'> = {
  prepare({ scopes, idToken }) {
    const claims = readClaims(idToken)
    return (props) => <LetKnowScreen {...props} scopes={scopes} claims={claims} />
  },
}

type Props = ScreenProps<'agreed', ServedNetwork> & Pick<ApprovalParams<'letKnow'>, 'scopes'> & { claims: ScopedClaims }

function LetKnowScreen({ requestContext, decision, scopes, claims: { email, wallets = [] } }: Props) {
  // An account is named once for each network.
  const addresses = [...new Set(wallets.map((account) => account.slice(account.lastIndexOf(':') + 1)))]
  const { port, hostname } = new URL(requestContext.caller.origin)
  const host = displayHost(hostname)
  return (
    <ApprovalScreen
      requestContext={requestContext}
      intent={t('intent', { site: port === '' ? host : `${host}:${port}` })}
      accept={{ label: t('confirm'), onAccept: () => decision.approve('agreed'), arms: true, isReady: true }}
      decline={{ label: t('decline'), onDecline: decision.reject }}
    >
      <KeyValueList>
        {scopes.includes('email') && (
          <KeyValue label={t('email')} stacked>
            <bdi {...fact}>{email ?? t('noEmail')}</bdi>
          </KeyValue>
        )}
        {scopes.includes('wallets') && (
          <KeyValue label={t('addresses')} stacked>
            <Stack gap={2}>
              {addresses.map((address) => (
                <bdi key={address} dir="ltr" {...fact}>
                  {address}
                </bdi>
              ))}
            </Stack>
          </KeyValue>
        )}
      </KeyValueList>
      <Text size="small" tone="secondary">
        {t('until')}
      </Text>
    </ApprovalScreen>
  )
}
