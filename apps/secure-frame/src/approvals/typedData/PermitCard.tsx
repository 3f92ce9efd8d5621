import { type Permit, toChecksumAddress } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTypedData'
import { Address, Card, KeyValue, KeyValueList } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { Caution } from '../screen/Caution.tsx'
import { fact } from '../screen/createReading.ts'
import { Account } from '../transaction/Account.tsx'
import { TokenAmount } from '../transaction/TokenAmount.tsx'
import type { MeaningInsight } from './gatherMeaning.ts'
import { untilWords } from './untilWords.ts'

export type PermitCardProps = {
  permit: Permit
  account: string
  insight: MeaningInsight | null
  /** Replaces the warning that a signature is enough, where the purpose is known. */
  purpose?: ReactNode
}

/** Shows a permit's spender and allowance, which need only a signature. */
export function PermitCard({ permit, account, insight, purpose }: PermitCardProps) {
  const { allowances, owner, spender, witness, form } = permit
  const contracts = [...new Set(allowances.map((allowance) => allowance.token))]
  const isOfAnother = owner !== null && owner !== account
  const isUnlimited = allowances.some((allowance) => allowance.unlimited)
  const takesBack = allowances.every((allowance) => allowance.amount === 0n)
  const tone = isUnlimited || isOfAnother ? 'danger' : takesBack ? 'neutral' : 'warning'
  return (
    <>
      <Card tone={tone} title={takesBack ? sharedT('takesBack') : sharedT('allows')}>
        <KeyValueList>
          {isOfAnother && (
            <KeyValue label={t('permit.owner')} stacked>
              <Address address={owner} form="full" />
            </KeyValue>
          )}
          {allowances.map((allowance, index) => (
            <Allowed key={index} allowance={allowance} insight={insight} />
          ))}
          <Account
            label={form === 'transfer' ? t('permit.taker') : sharedT('spender')}
            address={spender}
            name={insight?.names.get(toChecksumAddress(spender))}
            isFact
          />
          <KeyValue label={t('usableUntil')}>
            <span {...fact}>{deadlineWords(permit)}</span>
          </KeyValue>
          {witness !== null && (
            <KeyValue label={t('permit.witness')}>
              <bdi>{witness}</bdi>
            </KeyValue>
          )}
        </KeyValueList>
      </Card>
      {purpose}
      {!takesBack && purpose === undefined && (
        <Caution variant={isUnlimited ? 'danger' : 'warning'} title={t('signed.title')}>
          {witness === null ? t('signed.permit') : t('signed.tiedPermit', { witness })}
        </Caution>
      )}
      <KeyValueList>
        {contracts.map((each) => (
          <Account key={each} label={sharedT('tokenContract')} address={each} />
        ))}
      </KeyValueList>
    </>
  )
}

type AllowedProps = { allowance: Permit['allowances'][number]; insight: MeaningInsight | null }

function Allowed({ allowance, insight }: AllowedProps) {
  const facts = insight?.tokens.get(toChecksumAddress(allowance.token)) ?? null
  return (
    <KeyValue label={sharedT('amount')} stacked>
      <TokenAmount
        amount={allowance.amount}
        isUnlimited={allowance.unlimited}
        token={insight === null ? { kind: 'loading' } : { kind: 'ready', value: facts }}
      />
    </KeyValue>
  )
}

const deadlineWords = ({ standard, deadline }: Permit): string =>
  standard === 'dai' && deadline === 0n ? t('forEver') : untilWords(deadline)
