import type { Permit } from '@latchkey/chains'
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
      <Card tone={tone} title={takesBack ? 'What you take back' : 'What you allow'}>
        <KeyValueList>
          {isOfAnother && (
            <KeyValue label="Whose tokens" stacked>
              <Address address={owner} form="full" />
            </KeyValue>
          )}
          <Account label={form === 'transfer' ? 'Who may take it' : 'Who may spend'} address={spender} />
          {allowances.map((allowance, index) => (
            <Allowance key={index} allowance={allowance} read={read} />
          ))}
          <KeyValue label="Usable until">{deadlineWords(permit)}</KeyValue>
          {witness !== null && (
            <KeyValue label="Tied to">
              <bdi>{witness}</bdi>
            </KeyValue>
          )}
        </KeyValueList>
      </Card>
      {!takesBack && (
        <Notice variant={isUnlimited ? 'danger' : 'warning'} title="Signing is enough">
          {witness === null
            ? 'Whoever has this signature can take the tokens without asking again, and at no cost to them.'
            : `Whoever has this signature can take the tokens without asking again, if they keep to “${witness}” among the fields below.`}
        </Notice>
      )}
    </>
  )
}

function Allowance({ allowance, read }: { allowance: Permit['allowances'][number]; read: ChainReader }) {
  const token = useToken(allowance.token, read)
  return (
    <>
      <KeyValue label="Amount" stacked>
        <TokenAmount amount={allowance.amount} isUnlimited={allowance.unlimited} token={token} />
      </KeyValue>
      <KeyValue label="Token contract" stacked>
        <Address address={allowance.token} form="full" />
      </KeyValue>
    </>
  )
}

const deadlineWords = ({ standard, deadline }: Permit): string =>
  standard === 'dai' && deadline === 0n ? 'for ever' : untilWords(deadline)
