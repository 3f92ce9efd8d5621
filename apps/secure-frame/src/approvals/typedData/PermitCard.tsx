import type { Permit } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTypedData'
import { Address, Card, KeyValue, KeyValueList, Notice } from '@latchkey/ui'
import type { ChainReader } from '../../chain/createChainReader.ts'
import { TokenAmount } from '../token/TokenAmount.tsx'
import { useToken } from '../token/useToken.ts'
import { Account } from '../transaction/Account.tsx'
import { untilWords } from './untilWords.ts'

/** Who may spend what, by a signature alone. */
export function PermitCard({ permit, account, read }: { permit: Permit; account: string; read: ChainReader }) {
  const { allowances, owner, spender, witness, form } = permit
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
          <Account label={form === 'transfer' ? t('permit.taker') : sharedT('spender')} address={spender} />
          {allowances.map((allowance, index) => (
            <Allowance key={index} allowance={allowance} read={read} />
          ))}
          <KeyValue label={t('usableUntil')}>{deadlineWords(permit)}</KeyValue>
          {witness !== null && (
            <KeyValue label={t('permit.witness')}>
              <bdi>{witness}</bdi>
            </KeyValue>
          )}
        </KeyValueList>
      </Card>
      {!takesBack && (
        <Notice variant={isUnlimited ? 'danger' : 'warning'} title={t('signed.title')}>
          {witness === null ? t('signed.permit') : t('signed.tiedPermit', { witness })}
        </Notice>
      )}
    </>
  )
}

function Allowance({ allowance, read }: { allowance: Permit['allowances'][number]; read: ChainReader }) {
  const token = useToken(allowance.token, read)
  return (
    <>
      <KeyValue label={sharedT('amount')} stacked>
        <TokenAmount amount={allowance.amount} isUnlimited={allowance.unlimited} token={token} />
      </KeyValue>
      <KeyValue label={sharedT('tokenContract')} stacked>
        <Address address={allowance.token} form="full" />
      </KeyValue>
    </>
  )
}

const deadlineWords = ({ standard, deadline }: Permit): string =>
  standard === 'dai' && deadline === 0n ? t('forEver') : untilWords(deadline)
