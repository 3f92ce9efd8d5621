import { describeFunction, type EvmNetwork, type Permission, type PermissionGrant } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approvePermissions'
import { t as functionsT } from '@latchkey/copy/contractFunctions'
import { rich } from '@latchkey/copy/react'
import { Address, Card, KeyValue, KeyValueList, Skeleton, Text } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { fact } from '../screen/createReading.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import { Account } from '../transaction/Account.tsx'
import { untilWords } from '../typedData/untilWords.ts'
import { amountWords, handsOver, mayWords, totalOf } from './grantWords.ts'

export type GrantFactsProps = {
  title: string
  grant: PermissionGrant
  network: EvmNetwork
  /** The metadata of the token's contract; null for a permission that is about no token. */
  token: Loaded<TokenFacts | null>
}

/** Lists everything that a permission lets its signer do, in plain words. */
export function GrantFacts({ title, grant, network, token }: GrantFactsProps) {
  const { permission, signer, expiry, callLimit } = grant
  const facts = token.kind === 'ready' ? token.value : null
  const total = totalOf(grant)
  const starts = 'startTime' in permission && permission.startTime * 1000 > Date.now() ? permission.startTime : null
  return (
    <Card title={title} tone={handsOver(permission) ? 'danger' : 'warning'}>
      <KeyValueList>
        <KeyValue label={t('facts.what')} stacked>
          {token.kind === 'loading' ? <Skeleton /> : <bdi {...fact}>{mayWords(permission, network, facts)}</bdi>}
        </KeyValue>
        {permission.type === 'contract-call' && <Functions permission={permission} network={network} />}
        {total !== null && (
          <KeyValue label={t('facts.total')}>
            {token.kind === 'loading' ? (
              <Skeleton />
            ) : (
              <bdi dir="ltr" {...fact}>
                {amountWords(total, permission, network, facts)}
              </bdi>
            )}
          </KeyValue>
        )}
        {starts !== null && <KeyValue label={t('facts.from')}>{untilWords(BigInt(starts))}</KeyValue>}
        <KeyValue label={t('facts.until')}>
          <span {...fact}>{untilWords(BigInt(expiry))}</span>
        </KeyValue>
        <KeyValue label={t('facts.howOften')}>
          {callLimit === null ? t('facts.anyNumber') : t('facts.times', { count: callLimit })}
        </KeyValue>
        <Account label={t('facts.signer')} address={signer} isFact />
        {'token' in permission && (
          <KeyValue label={sharedT('tokenContract')} stacked>
            <Address address={permission.token} form="full" />
          </KeyValue>
        )}
      </KeyValueList>
    </Card>
  )
}

type FunctionsProps = { permission: Extract<Permission, { type: 'contract-call' }>; network: EvmNetwork }

function Functions({ permission, network }: FunctionsProps) {
  return (
    <>
      <KeyValue label={sharedT('contract')} stacked>
        <Address address={permission.contract} form="full" />
      </KeyValue>
      <KeyValue label={t('facts.functions', { count: permission.functions.length })} stacked>
        {permission.functions.map((each) => (
          <Text key={each.selector}>{functionWords(each)}</Text>
        ))}
      </KeyValue>
      <KeyValue label={t('facts.coins')}>{t('facts.noCoins', { symbol: network.nativeCurrency.symbol })}</KeyValue>
    </>
  )
}

const functionWords = (each: FunctionsProps['permission']['functions'][number]): ReactNode => {
  const { name, claimed, does } = describeFunction(each)
  const code = (text: string) => (
    <bdi dir="ltr" className="wallet-text">
      {text}
    </bdi>
  )
  const named =
    does === null
      ? code(name)
      : rich((at) => t('facts.does', { ...at, does: functionsT(does) }), { function: code(name) })
  return claimed === null ? named : rich((at) => t('facts.claimed', at), { function: named, claimed: code(claimed) })
}
